/* Requested variants. */
#ifndef FUZZ_VARIANTS_H
#define FUZZ_VARIANTS_H

#include <stdint.h>

#include "text.h"

typedef struct variant {
  text key, value;
} variant;

typedef struct variants {
  size_t count, capacity;
  variant *list;
  /* How often it was changed. */
  uint64_t changes;
  /* Other threads may have changed it. */
  bool unknown;
} variants;

variants *variants_make(void);
variants *variants_copy(const variants *variants);
void variants_set(variants *variants, text key, text value);
const variant *variants_find(const variants *variants, text key);
void variants_sort(variants *variants);
/* Whether they have the same variants in whatever order. */
bool variants_equal(const variants *one, const variants *other);
/* Whether two keys are canonically equivalent, so that no payload can hold both. */
bool variants_clash(const variants *variants);

#endif
