#include "path.h"

#include <stdlib.h>
#include <string.h>

#include "../Drawing/rng.h"
#include "../Model/arena.h"

path path_inside(path path, uint32_t element) {
  path.elements[path.length++] = (uint16_t)element;
  return path;
}

uint64_t path_seed(path path, uint64_t round_seed) {
  uint64_t seed = round_seed;
  for (uint16_t index = 0; index < path.length; index += 1) {
    seed = seed_of_part(seed, path.elements[index]);
  }
  return seed;
}

const char *path_show(path path) {
  const char *text = arena_print("%d", path.elements[0]);
  for (uint16_t index = 1; index < path.length; index += 1) {
    text = arena_print("%s.%d", text, path.elements[index]);
  }
  return text;
}

const char *path_read(const char *text, path *path) {
  memset(path, 0, sizeof *path);
  while (path->length <= path_depth) {
    char *end;
    unsigned long element = strtoul(text, &end, 10);
    if (end == text || element > UINT16_MAX)
      return NULL;
    path->elements[path->length++] = (uint16_t)element;
    text = end;
    if (*text != '.')
      return *text == ',' || *text == '\0' ? text : NULL;
    text += 1;
  }
  return NULL;
}

bool path_starts_with(path path, struct path prefix) {
  return path.length >= prefix.length &&
         memcmp(path.elements, prefix.elements, prefix.length * sizeof prefix.elements[0]) == 0;
}
