import Glibc

/// True if long statistical tests run as well: `make test-long` sets `VENUESIM_LONG`.
///
/// Such tests have functions called `long…`, by which `make test-long` selects them. Where it is cheap, a
/// shorter form is among the ordinary tests.
package let runsLong = getenv("VENUESIM_LONG") != nil
