#include "shrink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../Model/arena.h"

/* A round that fails only now and then is tried again so often. */
enum { most_attempts = 12 };
/* A program of more steps than this is not printed. */
enum { most_printed = 60 };
/* After so many seconds what is left is printed as it is. */
static const double most_seconds = 100;

typedef struct shrinking {
  child *child;
  round_plan plan;
  /* How it failed. */
  ending ending;
  int faulty_function;
  int attempts;
  double deadline;
  uint32_t runs;
  /* What is left. */
  path *steps;
  uint32_t count;
} shrinking;

static void keep(const shrinking *shrinking, const path *steps, uint32_t count) {
  outcome *outcome = shrinking->child->outcome;
  outcome->runs_all = false;
  outcome->kept_count = 0;
  for (uint32_t index = 0; index < count; index += 1) {
    outcome_keep(outcome, path_seed(steps[index], shrinking->plan.seed));
  }
  outcome_sort(outcome);
}

static bool is_same_failure(const shrinking *shrinking) {
  const child *child = shrinking->child;
  if (child->ending != shrinking->ending)
    return false;
  return child->ending != ending_fault ||
         atomic_load(&child->outcome->faulty_function) == shrinking->faulty_function;
}

/* Whether the round with these steps alone fails in the same way. */
static bool fails(shrinking *shrinking, const path *steps, uint32_t count) {
  keep(shrinking, steps, count);
  for (int attempt = 0; attempt < shrinking->attempts; attempt += 1) {
    shrinking->runs += 1;
    child_run(shrinking->child, shrinking->plan);
    if (is_same_failure(shrinking))
      return true;
    if (seconds_now() > shrinking->deadline)
      break;
  }
  return false;
}

/* Tries the round without a part of its steps; keeps it so if it still fails. */
static bool drop(shrinking *shrinking, uint32_t start, uint32_t length) {
  uint32_t count = shrinking->count - length;
  path *rest = malloc((count + 1) * sizeof *rest);
  if (rest == NULL)
    abort();
  memcpy(rest, shrinking->steps, start * sizeof *rest);
  memcpy(rest + start, shrinking->steps + start + length, (count - start) * sizeof *rest);
  bool still_fails = fails(shrinking, rest, count);
  if (still_fails) {
    memcpy(shrinking->steps, rest, count * sizeof *rest);
    shrinking->count = count;
  }
  free(rest);
  return still_fails;
}

static int compare_paths(const void *one, const void *other) {
  const path *left = one, *right = other;
  for (int index = 0; index < left->length && index < right->length; index += 1) {
    if (left->elements[index] != right->elements[index]) {
      return left->elements[index] < right->elements[index] ? -1 : 1;
    }
  }
  return left->length - right->length;
}

/* Drops parts of half the size again and again, down to single steps. */
static void drop_parts(shrinking *shrinking) {
  uint32_t length = shrinking->count / 2;
  while (length > 0) {
    bool dropped = false;
    uint32_t start = shrinking->count;
    /* From the end on: later steps need earlier ones. */
    while (start > 0 && seconds_now() < shrinking->deadline) {
      uint32_t size = start < length ? start : length;
      start -= size;
      if (size < shrinking->count + (shrinking->count == 1) && drop(shrinking, start, size))
        dropped = true;
    }
    if (seconds_now() >= shrinking->deadline)
      return;
    if (length == 1 && !dropped)
      return;
    length = length > 1 ? length / 2 : 1;
  }
}

static void print_program(const shrinking *shrinking) {
  const char *list = "";
  for (uint32_t index = 0; index < shrinking->count && shrinking->count <= most_printed;
       index += 1) {
    list = arena_print("%s%s%s", list, index == 0 ? "" : ",", path_show(shrinking->steps[index]));
  }
  char program[4096] = "sequences";
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length > 0)
    program[length] = '\0';
  const char *command = arena_print("'%s' --round %llu --threads %u --steps %u", program,
                                    (unsigned long long)shrinking->plan.seed,
                                    shrinking->plan.threads, shrinking->plan.steps);
  printf("--- %u steps are left after %u runs\n", shrinking->count, shrinking->runs);
  if (shrinking->count <= most_printed) {
    command = arena_print("%s --keep '%s'", command, list);
    fflush(stdout);
    /* Its calls are printed until it fails. */
    int status = system(arena_print("timeout 60 %s 2>&1", command));
    if (status == 0)
      printf("(this time it did not fail)\n");
  }
  printf("--- again:\n%s\n", command);
  fflush(stdout);
}

void shrink(child *failed) {
  shrinking shrinking = {.child = failed, .plan = failed->plan, .ending = failed->ending};
  outcome *outcome = failed->outcome;
  shrinking.faulty_function = atomic_load(&outcome->faulty_function);
  shrinking.deadline = seconds_now() + most_seconds;
  shrinking.attempts = 1;
  uint32_t count = atomic_load(&outcome->step_count);
  if (count > outcome_steps)
    count = outcome_steps;
  shrinking.count = count;
  shrinking.steps = malloc((count + 1) * sizeof *shrinking.steps);
  if (shrinking.steps == NULL)
    abort();
  memcpy(shrinking.steps, outcome->steps, count * sizeof *shrinking.steps);
  qsort(shrinking.steps, count, sizeof *shrinking.steps, compare_paths);
  /* What is shorter than a round that hangs is expected to end much sooner. */
  failed->most_seconds = 5;
  printf("--- shrinking %u steps\n", count);
  fflush(stdout);
  bool always = fails(&shrinking, shrinking.steps, shrinking.count) &&
                fails(&shrinking, shrinking.steps, shrinking.count);
  if (!always)
    shrinking.attempts = most_attempts;
  if (always || fails(&shrinking, shrinking.steps, shrinking.count))
    drop_parts(&shrinking);
  print_program(&shrinking);
  failed->most_seconds = round_seconds;
  outcome->runs_all = true;
  free(shrinking.steps);
}
