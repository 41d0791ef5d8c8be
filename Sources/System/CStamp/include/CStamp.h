#pragma once

/// The commit that the program was built from, as `make dist` and `make install` compile it in; empty
/// where nobody said.
const char *venuesim_commit(void);
