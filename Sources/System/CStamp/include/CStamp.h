#pragma once

/// The commit that the program was built from, compiled in by `make dist` and `make install`; empty
/// in other builds.
const char *venuesim_commit(void);
