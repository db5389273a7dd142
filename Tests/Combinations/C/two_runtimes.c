/* A C program, linked with the library that ships and that has a Swift runtime inside, that opens a
 * Swift library with the shared runtime: two_runtimes LIBRARY */
#include "check.h"
#include "parts.h"

#include <pthread.h>

static const char payload[] = "PYXIS_BOOTSTRAP={\"version\":1,\"requested\":{\"retries\":\"7\"}}";

typedef struct work {
  int64_t before;
  int64_t faults;
  int64_t after;
  pthread_t thread;
} work;

/* Runs on a thread of the other runtime, inside one of its tasks. */
static void in_task(void *user_data) {
  work *here = user_data;
  const part parts[] = {{"C", c_part_read, c_part_run}, {"C, open", c_part_read, c_part_run_open}};
  here->before = c_part_read();
  here->faults = parts_nest(parts, 2, 4);
  here->after = c_part_read();
  here->thread = pthread_self();
}

typedef struct unrelated {
  int64_t (*work)(int64_t count);
  int64_t (*run_in_task)(int64_t value, part_operation operation, void *user_data);
} unrelated;

/* Runs in a scope of this program. */
static void in_scope(void *user_data) {
  const unrelated *library = user_data;
  work work = {0};
  check("the Swift library works in a scope", library->work(9) == 285);
  check("its tasks work in a scope", library->run_in_task(5, in_task, &work) == 5);
  check("a task of that runtime is another thread", !pthread_equal(work.thread, pthread_self()));
  check("which reads the process default", work.before == 7 && work.after == 7);
  check("and opens scopes of its own", work.faults == 0);
  check("the scope is as it was", c_part_read() == 50);
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  check("the library works before", c_part_read() == 3);
  void *library = open_library(arguments[1], RTLD_NOW | RTLD_GLOBAL);
  unrelated unrelated;
  find_function(library, "unrelated_work", &unrelated.work);
  find_function(library, "unrelated_run_in_task", &unrelated.run_in_task);
  check("the Swift library works", unrelated.work(9) == 285);
  check("the library prepares the process", c_part_prepare(payload) == 0 && c_part_read() == 7);
  c_part_run(50, in_scope, &unrelated);
  c_part_run_open(50, in_scope, &unrelated);
  check("the process default is as it was", c_part_read() == 7);
  return 0;
}
