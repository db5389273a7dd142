#include "variants.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"

variants *variants_make(void) { return arena_make(sizeof(variants)); }

variants *variants_copy(const variants *original) {
  variants *copy = variants_make();
  copy->unknown = original->unknown;
  for (size_t index = 0; index < original->count; index += 1) {
    variants_set(copy, original->list[index].key, original->list[index].value);
  }
  return copy;
}

static variant *find(const variants *variants, text key) {
  for (size_t index = 0; index < variants->count; index += 1) {
    if (text_equal(variants->list[index].key, key))
      return &variants->list[index];
  }
  return NULL;
}

const variant *variants_find(const variants *variants, text key) { return find(variants, key); }

void variants_set(variants *changed, text key, text value) {
  changed->changes += 1;
  variant *existing = find(changed, key);
  if (existing != NULL) {
    existing->value = value;
    return;
  }
  if (changed->count == changed->capacity) {
    size_t capacity = changed->capacity * 2 + 4;
    variant *list = arena_make(capacity * sizeof *list);
    if (changed->count > 0)
      memcpy(list, changed->list, changed->count * sizeof *list);
    changed->list = list;
    changed->capacity = capacity;
  }
  changed->list[changed->count] = (variant){key, value};
  changed->count += 1;
}

static int compare_keys(const void *one, const void *other) {
  return text_compare(((const variant *)one)->key, ((const variant *)other)->key);
}

void variants_sort(variants *sorted) {
  if (sorted->count > 1) {
    qsort(sorted->list, sorted->count, sizeof sorted->list[0], compare_keys);
  }
}

bool variants_equal(const variants *one, const variants *other) {
  if (one->count != other->count)
    return false;
  for (size_t index = 0; index < one->count; index += 1) {
    const variant *match = variants_find(other, one->list[index].key);
    if (match == NULL || !text_equal(match->value, one->list[index].value))
      return false;
  }
  return true;
}

bool variants_clash(const variants *variants) {
  for (size_t index = 1; index < variants->count; index += 1) {
    text canonical = text_canonical(variants->list[index].key);
    for (size_t before = 0; before < index; before += 1) {
      if (text_equal(text_canonical(variants->list[before].key), canonical))
        return true;
    }
  }
  return false;
}
