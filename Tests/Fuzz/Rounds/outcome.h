/* What a round leaves for the process that started it, in memory that both share: it stays there
   when the round crashes. */
#ifndef FUZZ_OUTCOME_H
#define FUZZ_OUTCOME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "../Program/path.h"
#include "../Program/step.h"

enum { outcome_steps = 1 << 16, outcome_threads = 64 };

/* How a round's process exits. */
enum {
  exit_passed = 0,
  exit_faulty = 3,
  /* What the sanitizers are told to exit with. */
  exit_sanitizer = 77,
};

typedef struct outcome {
  /* What comes in: only these steps run, by their seeds in ascending order, unless all do. */
  bool runs_all;
  uint32_t kept_count;
  uint64_t kept[outcome_steps];

  /* What comes out. */
  _Atomic(uint64_t) calls;
  _Atomic(uint32_t) counts[function_count][status_count];
  /* The function that each thread called last, plus 1. */
  _Atomic(int32_t) functions[outcome_threads];
  /* The steps that ran, in the order in which they began. */
  _Atomic(uint32_t) step_count;
  path steps[outcome_steps];
  /* The fault, if there is one: the first that was found. */
  atomic_flag is_taken;
  _Atomic(int32_t) faulty_function;
  char message[4096];
} outcome;

/* Adds a step to those that run; when all are there they are sorted. */
void outcome_keep(outcome *outcome, uint64_t step_seed);
void outcome_sort(outcome *outcome);
/* Whether a step runs. */
bool outcome_keeps(const outcome *outcome, uint64_t step_seed);
/* Remembers that a step has begun. */
void outcome_record(outcome *outcome, path path);

/* This process's own. */
extern outcome *outcome_here;

#endif
