// A library that is loaded before all others and lets one call of a kind fail: the Nth write, the Nth open.
//
//   VENUESIM_FAULT=KIND:N    the Nth call of the kind fails, others don't
//   VENUESIM_FAULT=KIND:N+   it and all that follow fail
//   VENUESIM_FAULT_COUNT=F   how many calls of each kind there were is written to file F at the end
//
// KIND is one of write, short, open, rename, truncate, spawn, thread, allocate and map; 'short' is a write that takes
// half of what it is given. Only the program 'venuesim' is disturbed, from its main function on, and none that it
// starts: before that the loader and the language's own libraries are at work, which end as they like.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE, SHORT, OPEN, RENAME, TRUNCATE, SPAWN, THREAD, ALLOCATE, MAP, KINDS };
static const char *const names[KINDS] = {"write",  "short",  "open",     "rename", "truncate",
                                         "spawn", "thread", "allocate", "map"};

static atomic_long calls[KINDS];
static enum kind chosen = KINDS;
static long number;
static int lasts;
static int isVenueSim, isOn;

__attribute__((constructor)) static void begin(void) {
  const char *word = getenv("VENUESIM_FAULT");
  if (strcmp(program_invocation_short_name, "venuesim") != 0) return;
  if (word) {
    for (int kind = 0; kind < KINDS; kind++) {
      size_t length = strlen(names[kind]);
      if (strncmp(word, names[kind], length) == 0 && word[length] == ':') {
        char *end;
        number = strtol(word + length + 1, &end, 10);
        lasts = *end == '+';
        chosen = kind;
      }
    }
  }
  isVenueSim = 1;
}

static int (*program)(int, char **, char **);

static int begun(int count, char **words, char **variables) {
  isOn = isVenueSim;
  return program(count, words, variables);
}

int __libc_start_main(int (*main)(int, char **, char **), int count, char **words, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
  __typeof__(&__libc_start_main) real = (__typeof__(&__libc_start_main))dlsym(RTLD_NEXT, "__libc_start_main");
  program = main;
  return real(begun, count, words, init, fini, rtld_fini, stack_end);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("VENUESIM_FAULT_COUNT");
  if (!isOn || !path) return;
  isOn = 0;
  FILE *file = fopen(path, "w");
  if (!file) return;
  for (int kind = 0; kind < KINDS; kind++) fprintf(file, "%s %ld\n", names[kind], (long)calls[kind]);
  fclose(file);
}

static int fails(enum kind kind) {
  if (!isOn) return 0;
  long call = atomic_fetch_add(&calls[kind], 1) + 1;
  return kind == chosen && (call == number || (lasts && call > number));
}

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int descriptor, const void *bytes, size_t count) {
  REAL(write);
  if (fails(WRITE)) { errno = ENOSPC; return -1; }
  if (count > 1 && fails(SHORT)) count /= 2;
  return real(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  REAL(pwrite);
  if (fails(WRITE)) { errno = ENOSPC; return -1; }
  if (count > 1 && fails(SHORT)) count /= 2;
  return real(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  REAL(pwrite64);
  if (fails(WRITE)) { errno = ENOSPC; return -1; }
  if (count > 1 && fails(SHORT)) count /= 2;
  return real(descriptor, bytes, count, offset);
}

#define MODE(flags, last) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, last); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) {
  REAL(open);
  MODE(flags, flags)
  if (fails(OPEN)) { errno = flags & O_CREAT ? ENOSPC : EMFILE; return -1; }
  return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  REAL(open64);
  MODE(flags, flags)
  if (fails(OPEN)) { errno = flags & O_CREAT ? ENOSPC : EMFILE; return -1; }
  return real(path, flags, mode);
}

int mkstemp(char *path) {
  REAL(mkstemp);
  if (fails(OPEN)) { errno = ENOSPC; return -1; }
  return real(path);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  if (fails(RENAME)) { errno = ENOSPC; return -1; }
  return real(from, to);
}

int ftruncate(int descriptor, off_t size) {
  REAL(ftruncate);
  if (fails(TRUNCATE)) { errno = EIO; return -1; }
  return real(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) {
  REAL(ftruncate64);
  if (fails(TRUNCATE)) { errno = EIO; return -1; }
  return real(descriptor, size);
}

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const variables[]) {
  REAL(posix_spawn);
  if (fails(SPAWN)) return EAGAIN;
  return real(process, path, actions, attributes, arguments, variables);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  REAL(pthread_create);
  if (fails(THREAD)) return EAGAIN;
  return real(thread, attributes, body, argument);
}

void *mmap(void *place, size_t size, int protection, int flags, int descriptor, off_t offset) {
  if (fails(MAP)) { errno = ENOMEM; return MAP_FAILED; }
  return (void *)syscall(SYS_mmap, place, size, protection, flags, descriptor, offset);
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  if (fails(ALLOCATE)) { errno = ENOMEM; return NULL; }
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  if (fails(ALLOCATE)) { errno = ENOMEM; return NULL; }
  return __libc_calloc(count, size);
}

void *realloc(void *place, size_t size) {
  if (fails(ALLOCATE)) { errno = ENOMEM; return NULL; }
  return __libc_realloc(place, size);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
  if (fails(ALLOCATE)) { errno = ENOMEM; return ENOMEM; }
  *place = __libc_memalign(alignment, size);
  return *place ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size) {
  if (fails(ALLOCATE)) { errno = ENOMEM; return NULL; }
  return __libc_memalign(alignment, size);
}
