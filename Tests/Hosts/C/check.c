/* Calls that have no reason to fail. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

void check(pyxis_status status, const char *call) {
  if (status == PYXIS_OK)
    return;
  fprintf(stderr, "%s: %s: %s\n", call, pyxis_status_name(status), pyxis_status_text(status));
  exit(EXIT_FAILURE);
}

void *allocate(size_t size) {
  void *memory = malloc(size > 0 ? size : 1);
  if (memory == NULL) {
    fputs("out of memory\n", stderr);
    exit(EXIT_FAILURE);
  }
  return memory;
}
