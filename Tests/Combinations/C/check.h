/* Says how each check went, in the form that run.sh counts. */
#ifndef CHECK_H
#define CHECK_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void check(const char *name, int is_right) {
  printf("%s %s\n", is_right ? "ok    " : "FAILED", name);
  fflush(stdout);
}

/* Opens a library, or ends the process. */
static inline void *open_library(const char *path, int flags) {
  void *library = dlopen(path, flags);
  if (library == NULL) {
    printf("FAILED %s\n", dlerror());
    exit(1);
  }
  return library;
}

/* Stores the address of a function of a library in a pointer, or ends the process. */
static inline void find_function(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  if (symbol == NULL) {
    printf("FAILED %s\n", dlerror());
    exit(1);
  }
  memcpy(function, &symbol, sizeof symbol);
}

#endif /* CHECK_H */
