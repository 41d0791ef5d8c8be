#pragma once

#include <sys/prctl.h>

/// Makes this process the parent of all that its children leave behind. Returns 0, or -1 with errno set.
///
/// Swift can't call functions with any number of arguments.
static inline int process_adopts_orphans(void) {
#ifdef PR_SET_CHILD_SUBREAPER
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#else
  return -1;
#endif
}
