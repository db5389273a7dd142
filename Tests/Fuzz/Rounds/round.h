/* A round: one process that runs one random program. */
#ifndef FUZZ_ROUND_H
#define FUZZ_ROUND_H

#include <stdint.h>

typedef struct round_plan {
  uint64_t seed;
  uint32_t threads;
  /* How many steps its threads run in all. */
  uint32_t steps;
} round_plan;

/* The round that this process runs. */
extern round_plan round_here;

/* Runs it, and returns the process's exit status. */
int round_run(void);

#endif
