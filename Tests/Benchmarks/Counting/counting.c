#include "include/Counting.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#endif

// MARK: - An allocator that counts

static __thread uint64_t allocations;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  allocations += 1;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += 1;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations += 1;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations += 1;
  return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = aligned_alloc(alignment, size);
  return *memory == NULL ? ENOMEM : 0;
}

// MARK: - Counting

void counting_count(const char *operation, counting_work work, void *context) {
  // What the first uses make is not made again.
  work(context, counting_repetitions);
  const uint64_t before = allocations;
  CALLGRIND_ZERO_STATS;
  work(context, counting_repetitions);
  CALLGRIND_DUMP_STATS_AT(operation);
  const double count = (double)(allocations - before) / (double)counting_repetitions;
  printf("{\"operation\":\"%s\",\"allocations\":%.3f}\n", operation, count);
  fflush(stdout);
}
