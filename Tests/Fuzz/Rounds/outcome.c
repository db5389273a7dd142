#include "outcome.h"

#include <stdlib.h>

outcome *outcome_here;

void outcome_keep(outcome *outcome, uint64_t step_seed) {
  outcome->kept[outcome->kept_count] = step_seed;
  outcome->kept_count += 1;
}

static int compare(const void *one, const void *other) {
  uint64_t left = *(const uint64_t *)one, right = *(const uint64_t *)other;
  return (left > right) - (left < right);
}

void outcome_sort(outcome *outcome) {
  qsort(outcome->kept, outcome->kept_count, sizeof outcome->kept[0], compare);
}

bool outcome_keeps(const outcome *outcome, uint64_t step_seed) {
  if (outcome->runs_all)
    return true;
  return bsearch(&step_seed, outcome->kept, outcome->kept_count, sizeof outcome->kept[0],
                 compare) != NULL;
}

void outcome_record(outcome *outcome, path path) {
  uint32_t position = atomic_fetch_add(&outcome->step_count, 1);
  if (position < outcome_steps)
    outcome->steps[position] = path;
}
