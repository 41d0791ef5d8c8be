/* A fault for the sanitizer of undefined behaviour to find; `Tests/Sanitizers/run` sees that it does. */
#include <limits.h>
#include <stdio.h>

int main(int count, char **arguments) {
  (void)arguments;
  printf("%d\n", INT_MAX - 1 + count);
  return 0;
}
