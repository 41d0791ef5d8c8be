#pragma once

// <stdlib.h> declares these for programs alone that ask for X/Open, which Swift doesn't.
extern int posix_openpt(int flags);
extern int grantpt(int descriptor);
extern int unlockpt(int descriptor);
extern char *ptsname(int descriptor);

/// Opens a terminal of its own. Returns the descriptor of our end, or -1 with errno set.
static inline int terminal_open(int flags) {
  int ours = posix_openpt(flags);
  if (ours < 0 || grantpt(ours) != 0 || unlockpt(ours) != 0) return -1;
  return ours;
}

/// The path of the other end; NULL with errno set if there is none.
static inline const char *terminal_name(int ours) { return ptsname(ours); }
