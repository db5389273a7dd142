/* One step of a random program: a few calls with drawn arguments, and checks of how they end. */
#ifndef FUZZ_STEP_H
#define FUZZ_STEP_H

#include <pyxis.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../Drawing/rng.h"
#include "../Model/owned.h"
#include "functions.h"
#include "path.h"

/* Statuses as a set. */
typedef uint32_t status_set;
enum { lowest_status = -20, highest_status = 4 };
enum { status_count = highest_status - lowest_status + 1 };
#define ONE(status) ((status_set)1 << ((status)-lowest_status))

typedef struct step {
  /* The step whose callback this one is in, or NULL. */
  struct step *outer;
  path path;
  uint64_t seed;
  /* What the step's arguments are drawn with. */
  rng rng;
  /* How many callbacks have run inside it. */
  uint32_t callbacks;
  /* The function of the call that is under way. */
  int function;
  /* Whether preparation was known to have published when the step began. */
  bool was_sure;
  /* Who stops holding something during the call that is under way. */
  struct leaver *leavers;
  /* What must be given up when it returns. */
  owned *due;
  /* What the step's callbacks need. */
  void *record;
  /* What is freed when the step ends. */
  struct memory *memory;
  /* What variables had before the step's calls stored other handles there. */
  struct object *replaced[4];
  uint32_t replaced_count;
} step;

/* Runs the steps inside a callback of the step that is under way. */
void run_nested_steps(void);

/* Runs the step at a path, if it is to run. */
void run_step(step *outer, path path, uint64_t seed);

/* A step for calls that a callback of the tester makes by itself: until it ends, it is under way in
   place of the one whose callback it is. */
step step_begin_inside(void);
void step_end_inside(step *step);

/* Memory of exactly this size until the step ends, with a copy of some bytes, or zero. */
void *step_copy(step *step, const void *data, size_t size);
void *step_make(step *step, size_t size);

/* Says that the library is at fault, and ends the process. */
_Noreturn __attribute__((format(printf, 1, 2))) void fault(const char *format, ...);

/* Whether calls are printed as they are made. */
extern bool is_printing;

/* Before each call: counts it, and prints it where calls are printed. */
#define BEGIN(step, name, ...)                                                                     \
  do {                                                                                             \
    call_begins(step, function_##name);                                                            \
    if (is_printing)                                                                               \
      call_prints(#name, __VA_ARGS__);                                                             \
  } while (0)

void call_begins(step *step, int function);
__attribute__((format(printf, 2, 3))) void call_prints(const char *name, const char *format, ...);
/* After each call that returns a status: the status must be one of those allowed, and what came to
   its end must have been given up. */
void call_ends(step *step, pyxis_status status, status_set allowed);
/* Counts calls that repeat the one that is under way, apart from those that a round is to make. */
void call_repeats(step *step, uint32_t times);
/* After each call that returns something else. */
void call_returns(step *step);
/* What came to its end must have been given up. */
void check_due(step *step);

/* The set of what is wrong with a call, or of how it can end if nothing is. */
static inline status_set refused_or(status_set refused, status_set otherwise) {
  return refused != 0 ? refused : otherwise;
}

const char *statuses_show(status_set statuses);

#endif
