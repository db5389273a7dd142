/* The command line. */
#ifndef FUZZ_OPTIONS_H
#define FUZZ_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct options {
  uint64_t seed;
  /* How many calls all rounds make, at least. */
  uint64_t calls;
  /* The most threads of a round. */
  uint32_t threads;
  /* How many rounds run at once. */
  uint32_t jobs;
  bool shows_counts;

  /* One round alone, by its seed; of it these steps alone, where that is not NULL. */
  bool is_round;
  uint32_t steps;
  const char *kept;
  /* Where the process that started this one reads how it went, or -1. */
  int outcome_descriptor;
} options;

/* Ends the process where there is something wrong. */
options options_read(int count, char **arguments);

#endif
