#include "arena.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct chunk {
  struct chunk *next;
  size_t used, size;
  size_t padding;
} chunk;

static const size_t chunk_size = 1 << 16;
static const size_t alignment = 16;

/* The chunk that this thread fills. */
static _Thread_local chunk *current;
/* All chunks of all threads, so that none counts as leaked when its thread has ended. */
static _Atomic(chunk *) all;

static chunk *make_chunk(size_t size) {
  chunk *made = calloc(1, sizeof *made + size);
  if (made == NULL)
    abort();
  made->size = size;
  made->next = atomic_load(&all);
  while (!atomic_compare_exchange_weak(&all, &made->next, made)) {
  }
  return made;
}

void *arena_make(size_t size) {
  size = (size + alignment - 1) / alignment * alignment;
  if (size > chunk_size / 4)
    return make_chunk(size) + 1;
  if (current == NULL || current->size - current->used < size)
    current = make_chunk(chunk_size);
  char *start = (char *)(current + 1) + current->used;
  current->used += size;
  return start;
}

const char *arena_print(const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  size_t size = length < 0 ? 1 : (size_t)length + 1;
  char *text = arena_make(size);
  vsnprintf(text, size, format, again);
  va_end(again);
  return text;
}
