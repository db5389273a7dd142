/* A C program that shares the dynamic product with a Swift plugin: swift_plugin PLUGIN */
#include "check.h"
#include "parts.h"

static const char payload[] = "PYXIS_BOOTSTRAP={\"version\":1,\"requested\":{\"retries\":\"7\"}}";

typedef struct plugin {
  int64_t (*read)(void);
  void (*run)(int64_t value, part_operation operation, void *user_data);
  int64_t (*run_in_task)(int64_t value, part_operation operation, void *user_data);
  int64_t (*read_in_task)(void);
} plugin;

typedef struct work {
  plugin swift;
  part parts[3];
  int64_t faults;
  int64_t c_value;
  int64_t task_value;
} work;

/* Runs where the plugin has opened a scope in a task. */
static void in_task(void *user_data) {
  work *here = user_data;
  here->c_value = c_part_read();
  here->faults = parts_nest(here->parts, 3, 4);
}

/* Runs in a scope of this program. */
static void start_task(void *user_data) {
  work *here = user_data;
  here->task_value = here->swift.read_in_task();
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void *library = open_library(arguments[1], RTLD_NOW | RTLD_LOCAL);
  work work = {0};
  plugin *swift = &work.swift;
  find_function(library, "swift_part_read", &swift->read);
  find_function(library, "swift_part_run", &swift->run);
  find_function(library, "swift_part_run_in_task", &swift->run_in_task);
  find_function(library, "swift_part_read_in_task", &swift->read_in_task);
  work.parts[0] = (part){"C", c_part_read, c_part_run};
  work.parts[1] = (part){"C, open", c_part_read, c_part_run_open};
  work.parts[2] = (part){"Swift", swift->read, swift->run};

  check("R5: the default is the same in both", c_part_read() == 3 && swift->read() == 3);
  check("R23: scopes of both, nested", parts_nest(work.parts, 3, 4) == 0);
  check("C prepares the process", c_part_prepare(payload) == 0);
  check("R10: what C prepared is what Swift reads", c_part_read() == 7 && swift->read() == 7);
  check("R23: nested in what was prepared", parts_nest(work.parts, 3, 4) == 0);

  int64_t after = swift->run_in_task(20, in_task, &work);
  check("C reads a scope that Swift opened in a task", work.c_value == 20);
  check("R23: nested in that scope", work.faults == 0);
  check("Swift reads its scope after a suspension", after == 20);
  c_part_run(30, start_task, &work);
  check("R20: a task inherits a scope that C runs", work.task_value == 30);
  c_part_run_open(31, start_task, &work);
  check("a task does not inherit a scope that C opens", work.task_value == 7);
  check("R21: both read the process default", c_part_read() == 7 && swift->read() == 7);
  check("both use one table of keys", c_part_key_count() == 1);
  return 0;
}
