#include "round.h"

#include <pthread.h>
#include <stdlib.h>

#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "../Calls/environments.h"
#include "../Calls/releasing.h"
#include "../Calls/sharing.h"
#include "../Calls/threads.h"
#include "outcome.h"

round_plan round_here;

/* One of the threads that run side by side, the first of which is the process's main thread. */
typedef struct runner {
  pthread_t thread;
  worker *worker;
  uint16_t number;
  step ending;
} runner;

static pthread_barrier_t start;

static void run_steps(const runner *runner) {
  for (uint32_t index = 0; index < UINT16_MAX && self->variables->budget > 0; index += 1) {
    if (!outcome_here->runs_all && index > round_here.steps)
      break;
    path path = {.length = 1, .elements = {runner->number}};
    path = path_inside(path, index);
    run_step(NULL, path, path_seed(path, round_here.seed));
  }
}

static void *run(void *user_data) {
  runner *runner = user_data;
  self = runner->worker;
  pthread_barrier_wait(&start);
  run_steps(runner);
  self->step = &runner->ending;
  worker_end();
  return NULL;
}

static void make_runner(runner *runner, uint32_t number) {
  runner->number = (uint16_t)number;
  runner->worker = arena_make(sizeof *runner->worker);
  runner->worker->number = worker_next_number();
  runner->worker->variables = arena_make(sizeof *runner->worker->variables);
  runner->worker->variables->holder = runner->worker->number;
  runner->worker->variables->budget = round_here.steps / round_here.threads;
  path ending = {.length = 2, .elements = {(uint16_t)number, UINT16_MAX}};
  runner->ending.path = ending;
  runner->ending.seed = path_seed(ending, round_here.seed);
  runner->ending.function = function_pyxis_scope_close;
}

/* MARK: Tidying up */

static void close_scopes(step *step) {
  while (self->frame_count > 0) {
    object *scope = self->frames[self->frame_count - 1].open;
    frames_pop_to(self->frame_count - 1);
    BEGIN(step, pyxis_scope_close, "%s", "the innermost scope");
    call_ends(step, pyxis_scope_close((pyxis_scope *)scope->bits), ONE(PYXIS_OK));
  }
}

static void release_variables(step *step, const variables *variables) {
  for (int kind = 0; kind < kind_result; kind += 1) {
    for (int index = 0; index < variable_count; index += 1) {
      object *object = object_living(variables->handles[kind][index]);
      bool is_ours = object != NULL && (int)object->kind == kind &&
                     atomic_load(&object->holder) == variables->holder;
      if (is_ours)
        release_replaced(step, object);
    }
  }
}

/* No handle works any more, whatever it was. */
static void check_dead(object *object) {
  if (atomic_load(&object->lives)) {
    fault("the tester lost a %s, %#zx", kind_name(object->kind), object->bits);
  }
  pyxis_status status = PYXIS_OK;
  uintptr_t bits = object->bits;
  switch (object->kind) {
  case kind_configuration:
    status = pyxis_configuration_release((void *)bits);
    break;
  case kind_variants:
    status = pyxis_variants_release((void *)bits);
    break;
  case kind_report:
    status = pyxis_report_release((void *)bits);
    break;
  case kind_error:
    status = pyxis_error_release((void *)bits);
    break;
  case kind_buffer:
    status = pyxis_buffer_release((void *)bits);
    break;
  case kind_scope:
    status = pyxis_scope_close((void *)bits);
    break;
  default:
    status = pyxis_result_set((void *)bits, PYXIS_VARIANT_APPLIED, "", 0, NULL, 0);
    break;
  }
  if (status != PYXIS_ERROR_INVALID_HANDLE) {
    fault("at the end, the %s %#zx gives %s", kind_name(object->kind), bits,
          pyxis_status_name(status));
  }
}

static void tidy_up(runner *runners) {
  step *step = &runners[0].ending;
  self->step = step;
  close_scopes(step);
  for (uint32_t number = 0; number < round_here.threads; number += 1) {
    variables *variables = runners[number].worker->variables;
    check_due(&runners[number].ending);
    variables->budget = 0;
    release_variables(step, variables);
  }
  share_nothing(step);
  step_reset_handler(step);
  objects_for_each(check_dead);
  owned_check_all();
}

int round_run(void) {
  thread_count = round_here.threads;
  runner *runners = arena_make(round_here.threads * sizeof *runners);
  for (uint32_t number = 0; number < round_here.threads; number += 1) {
    make_runner(&runners[number], number);
  }
  self = runners[0].worker;
  prepare_process_environment(round_here.seed);
  pthread_barrier_init(&start, NULL, round_here.threads);
  for (uint32_t number = 1; number < round_here.threads; number += 1) {
    if (pthread_create(&runners[number].thread, NULL, run, &runners[number]) != 0)
      abort();
  }
  pthread_barrier_wait(&start);
  run_steps(&runners[0]);
  for (uint32_t number = 1; number < round_here.threads; number += 1) {
    pthread_join(runners[number].thread, NULL);
  }
  tidy_up(runners);
  return exit_passed;
}
