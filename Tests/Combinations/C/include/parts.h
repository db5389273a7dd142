/* The parts of a process that share one configuration, whatever language each is written in. */
#ifndef PARTS_H
#define PARTS_H

#include <stddef.h>
#include <stdint.h>

/** Work that runs inside a scope. */
typedef void (*part_operation)(void *user_data);

/** One part: how it reads the entry `retries`, and how it runs work in a scope that sets it. */
typedef struct part {
  const char *name;
  int64_t (*read)(void);
  void (*run)(int64_t value, part_operation operation, void *user_data);
} part;

/**
 * Nests scopes of all parts in every order, `depth` deep, and returns how many reads were wrong.
 *
 * Every part reads the innermost scope inside each, and what was before after each. The parts have
 * to agree at the start, too.
 */
int64_t parts_nest(const part *parts, size_t count, int32_t depth);

/* What the part in C is made of. */
int64_t c_part_read(void);
void c_part_run(int64_t value, part_operation operation, void *user_data);
void c_part_run_open(int64_t value, part_operation operation, void *user_data);
/** Prepares the process with a request for `retries`; returns the status. */
int32_t c_part_prepare(const char *payload);
/** Returns how many keys the library knows that this part's calls go to. */
size_t c_part_key_count(void);

#endif /* PARTS_H */
