#include "objects.h"

#include <pthread.h>
#include <stdlib.h>

#include "arena.h"

/* A table with open addressing, by the handles' values. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static object **places;
static size_t place_count, used_count;

/* Where a handle is, or would be. */
static object **place_of(uintptr_t bits) {
  size_t index = (size_t)((bits * UINT64_C(0x9E3779B97F4A7C15)) >> 20) & (place_count - 1);
  while (places[index] != NULL && places[index]->bits != bits) {
    index = (index + 1) & (place_count - 1);
  }
  return &places[index];
}

static void grow(void) {
  object **before = places;
  size_t count = place_count;
  place_count = count == 0 ? 1 << 12 : count * 2;
  places = calloc(place_count, sizeof *places);
  if (places == NULL)
    abort();
  for (size_t index = 0; index < count; index += 1) {
    if (before[index] != NULL)
      *place_of(before[index]->bits) = before[index];
  }
  free(before);
}

object *object_add(uintptr_t bits, kind kind, uint32_t holder) {
  object *made = arena_make(sizeof *made);
  made->bits = bits;
  made->kind = kind;
  atomic_store(&made->lives, true);
  atomic_store(&made->holder, holder);
  pthread_mutex_lock(&lock);
  if (used_count * 2 >= place_count)
    grow();
  object **place = place_of(bits);
  bool is_new = *place == NULL;
  if (is_new) {
    *place = made;
    used_count += 1;
  }
  pthread_mutex_unlock(&lock);
  return is_new ? made : NULL;
}

object *object_living(uintptr_t bits) {
  pthread_mutex_lock(&lock);
  object *found = place_count == 0 ? NULL : *place_of(bits);
  pthread_mutex_unlock(&lock);
  return found != NULL && atomic_load(&found->lives) ? found : NULL;
}

void objects_for_each(void (*visit)(object *object)) {
  for (size_t index = 0; index < place_count; index += 1) {
    if (places[index] != NULL)
      visit(places[index]);
  }
}

const char *kind_name(kind kind) {
  static const char *const names[kind_count] = {"configuration", "variants", "report", "error",
                                                "buffer",        "result",   "scope"};
  return names[kind];
}
