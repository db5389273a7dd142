/* Memory of the model, which lives as long as the process: a round is short. */
#ifndef FUZZ_ARENA_H
#define FUZZ_ARENA_H

#include <stddef.h>

/* Memory that is all zero, for any type. Thread: any. */
void *arena_make(size_t size);

/* A formatted text. */
__attribute__((format(printf, 1, 2))) const char *arena_print(const char *format, ...);

#endif
