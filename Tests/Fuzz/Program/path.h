/* Where a step is in a random program: a thread, a step's number, and in a callback of it again. */
#ifndef FUZZ_PATH_H
#define FUZZ_PATH_H

#include <stdbool.h>
#include <stdint.h>

enum {
  /* Steps in callbacks in callbacks go no deeper. */
  path_depth = 6,
  /* A callback runs fewer steps. */
  path_steps_in_callback = 8,
};

/* `elements[0]` is the thread; the number of a step in a callback includes that of the callback. */
typedef struct path {
  uint16_t length;
  uint16_t elements[path_depth + 1];
} path;

path path_inside(path path, uint32_t element);
/* The seed of the step at a path. */
uint64_t path_seed(path path, uint64_t round_seed);
const char *path_show(path path);
/* Reads a path up to a comma or the end of the text; NULL if there is none. */
const char *path_read(const char *text, path *path);
bool path_starts_with(path path, struct path prefix);

#endif
