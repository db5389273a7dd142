/* Threads that come and go, and processes that are forked off. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../Model/arena.h"
#include "../Model/workers.h"
#include "../Rounds/outcome.h"
#include "../Program/catalog.h"
#include "threads.h"

void worker_end(void) {
  if (is_printing)
    call_prints("end of the thread", "%u open scopes", self->frame_count);
  self->is_ending = true;
  frames_pop_to(0);
}

static void *run_visitor(void *user_data) {
  self = user_data;
  run_nested_steps();
  worker_end();
  return NULL;
}

/* Another thread uses this one's variables while this one waits for it. */
void step_visit(step *step) {
  worker *visitor = arena_make(sizeof *visitor);
  visitor->number = worker_next_number();
  visitor->variables = self->variables;
  visitor->step = step;
  visitor->saw_published = self->saw_published;
  if (is_printing)
    call_prints("in another thread", "%s", "");
  pthread_t thread;
  if (pthread_create(&thread, NULL, run_visitor, visitor) != 0)
    abort();
  if (pthread_join(thread, NULL) != 0)
    abort();
  self->saw_published = self->saw_published || visitor->saw_published;
  /* Its end counts as a call: what came to its end with the thread has been given up. */
  step->function = function_pyxis_scope_close;
  check_due(step);
}

/* A child goes on calling every function; what it does stays there. */
void step_fork(step *step) {
  /* The others may be inside the memory allocator, which the child then finds locked. */
  if (is_concurrent() || gettid() != getpid())
    return;
  if (is_printing)
    call_prints("in a child", "%s", "");
  pid_t child = fork();
  if (child < 0)
    return;
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    run_nested_steps();
    run_nested_steps();
    _exit(exit_passed);
  }
  int status = 0;
  while (waitpid(child, &status, 0) != child) {
  }
  if (WIFSIGNALED(status))
    fault("the forked child got signal %d", WTERMSIG(status));
  if (WEXITSTATUS(status) == exit_faulty)
    _exit(exit_faulty);
  if (WEXITSTATUS(status) != 0)
    fault("the forked child exited with %d", WEXITSTATUS(status));
  step->callbacks += 2;
}
