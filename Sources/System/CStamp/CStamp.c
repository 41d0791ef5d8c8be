#include "CStamp.h"

#ifndef VENUESIM_COMMIT
#define VENUESIM_COMMIT ""
#endif

// A function, and not a constant that Swift would build in: this file alone is compiled anew for a stamp.
const char *venuesim_commit(void) { return VENUESIM_COMMIT; }
