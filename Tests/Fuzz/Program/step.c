#include "step.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../Model/arena.h"
#include "../Model/workers.h"
#include "../Rounds/outcome.h"
#include "../Rounds/round.h"
#include "catalog.h"
#include "../Calls/releasing.h"

bool is_printing;

/* MARK: Running */

typedef struct memory {
  struct memory *next;
  void *data;
} memory;

static void free_memory(memory *next) {
  while (next != NULL) {
    memory *freed = next;
    next = freed->next;
    free(freed->data);
    free(freed);
  }
}

void run_step(step *outer, path path, uint64_t seed) {
  if (self->variables->budget == 0 || !outcome_keeps(outcome_here, seed))
    return;
  self->variables->budget -= 1;
  outcome_record(outcome_here, path);
  step step = {.outer = outer, .path = path, .seed = seed, .rng = {seed}};
  step.was_sure = preparation_is_sure();
  self->step = &step;
  catalog_draw (&step)(&step);
  for (uint32_t index = 0; index < step.replaced_count; index += 1) {
    release_replaced(&step, step.replaced[index]);
  }
  self->step = outer;
  free_memory(step.memory);
}

step step_begin_inside(void) {
  step *outer = self->step;
  uint64_t seed = seed_of_part(outer->seed, UINT32_MAX + UINT64_C(1) + outer->callbacks);
  return (step){.outer = outer, .path = outer->path, .seed = seed, .rng = {seed}};
}

void step_end_inside(step *step) {
  self->step = step->outer;
  free_memory(step->memory);
}

void run_nested_steps(void) {
  step *outer = self->step;
  uint32_t callback = outer->callbacks;
  outer->callbacks += 1;
  if (outer->path.length > path_depth || callback >= 1000)
    return;
  rng rng = {seed_of_part(outer->seed, UINT32_MAX - callback)};
  uint32_t count = draw_below(&rng, 5);
  for (uint32_t index = 0; index < count; index += 1) {
    uint32_t element = callback * path_steps_in_callback + index;
    run_step(outer, path_inside(outer->path, element), seed_of_part(outer->seed, element));
  }
}

void *step_make(step *step, size_t size) {
  memory *made = malloc(sizeof *made);
  void *data = malloc(size);
  if (made == NULL || data == NULL)
    abort();
  *made = (memory){step->memory, data};
  step->memory = made;
  memset(data, 0, size);
  return data;
}

void *step_copy(step *step, const void *data, size_t size) {
  void *copy = step_make(step, size);
  if (size > 0)
    memcpy(copy, data, size);
  return copy;
}

/* MARK: Calls */

/* What this thread called last, plus 1. */
static _Atomic(int32_t) *function_here(void) {
  return &outcome_here->functions[self->number % outcome_threads];
}

static void tell_function(int function) {
  atomic_store_explicit(function_here(), function + 1, memory_order_relaxed);
}

static uint32_t indentation(void) {
  return self->step == NULL ? 0 : 2u * (uint32_t)(self->step->path.length - 1);
}

/* The path that the last line was for, so that each step's path stands once. */
static void print_line(const char *line, bool is_call) {
  const char *path = is_call && self->step != NULL ? path_show(self->step->path) : "";
  flockfile(stdout);
  printf("%-14s %*s%s\n", path, (int)indentation(), "", line);
  fflush(stdout);
  funlockfile(stdout);
}

void call_begins(step *step, int function) {
  atomic_fetch_add_explicit(&outcome_here->calls, 1, memory_order_relaxed);
  step->function = function;
  tell_function(function);
}

void call_repeats(step *step, uint32_t times) {
  atomic_fetch_add_explicit(&outcome_here->counts[step->function][-lowest_status], times,
                            memory_order_relaxed);
}

void call_prints(const char *name, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  size_t size = length < 0 ? 1 : (size_t)length + 1;
  char *text = arena_make(size);
  vsnprintf(text, size, format, again);
  va_end(again);
  print_line(arena_print("%s(%s)", name, text), true);
}

static void count(const step *step, pyxis_status status) {
  /* Callbacks may have called others. */
  tell_function(step->function);
  if (status < lowest_status || status > highest_status)
    return;
  atomic_fetch_add_explicit(&outcome_here->counts[step->function][status - lowest_status], 1,
                            memory_order_relaxed);
}

void check_due(step *step) {
  owned_left(step);
  while (step->due != NULL) {
    owned *due = step->due;
    step->due = due->next_due;
    if (due->is_null || atomic_load(&due->loose))
      continue;
    if (atomic_load(&due->destroyed) != 1) {
      fault("the %s %p was not given up when the call returned", due->what, (void *)due);
    }
  }
  /* What is under way outside may have more to give up. */
  if (step->outer == NULL && !is_concurrent())
    owned_check_null();
}

void call_ends(step *step, pyxis_status status, status_set allowed) {
  count(step, status);
  if (is_printing)
    print_line(arena_print("  -> %s", pyxis_status_name(status)), false);
  if (status < lowest_status || status > highest_status || (allowed & ONE(status)) == 0) {
    fault("returned %s; allowed: %s", pyxis_status_name(status), statuses_show(allowed));
  }
  check_due(step);
}

void call_returns(step *step) {
  count(step, PYXIS_OK);
  check_due(step);
}

const char *statuses_show(status_set statuses) {
  const char *text = "";
  for (int status = highest_status; status >= lowest_status; status -= 1) {
    if ((statuses & ONE(status)) == 0)
      continue;
    text = arena_print("%s%s%s", text, *text == '\0' ? "" : " or ", pyxis_status_name(status));
  }
  return statuses == 0 ? "nothing, before callbacks have run" : text;
}

void fault(const char *format, ...) {
  if (atomic_flag_test_and_set(&outcome_here->is_taken)) {
    /* Another thread was first, and ends the process. */
    for (;;)
      pause();
  }
  int function = self == NULL ? -1 : atomic_load(function_here()) - 1;
  atomic_store(&outcome_here->faulty_function, function + 1);
  int length = snprintf(outcome_here->message, sizeof outcome_here->message, "step %s: %s: ",
                        self == NULL || self->step == NULL ? "-" : path_show(self->step->path),
                        function < 0 ? "(none)" : function_names[function]);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(outcome_here->message + length, sizeof outcome_here->message - (size_t)length, format,
            arguments);
  va_end(arguments);
  if (is_printing) {
    flockfile(stdout);
    printf("FAULT  %s\n", outcome_here->message);
    fflush(stdout);
  }
  _exit(exit_faulty);
}
