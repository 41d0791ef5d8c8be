import Glibc

/// Whether long statistics are run as well: `make test-long` sets `VENUESIM_LONG`.
///
/// A test whose function is called `long…` is such a one, and that name is what `make test-long` picks
/// them out by. Where it is cheap, a shorter form of it is among the ordinary tests.
package let runsLong = getenv("VENUESIM_LONG") != nil
