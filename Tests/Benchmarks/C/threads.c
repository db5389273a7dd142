// Two threads that do the same at once.
#include "benchmark.h"

typedef struct reads {
  pyxis_key key;
  uint64_t count;
} reads;

static void read_in_scope(void *context) {
  const reads reads = *(struct reads *)context;
  for (uint64_t index = 0; index < reads.count; index += 1) {
    int64_t value;
    pyxis_get_int64(reads.key, &value);
    measuring_keep(value);
  }
}

static void run_and_read(void *context, uint64_t count) {
  reads reads = {entry_key(usual_entry), count};
  pyxis_scope_run(context, read_in_scope, &reads);
}

static void open_and_close(void *context, uint64_t count) {
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_scope *scope;
    pyxis_scope_open(context, &scope);
    pyxis_scope_close(scope);
  }
}

static void compare(const char *row, measuring_work work, pyxis_configuration *first,
                    pyxis_configuration *second) {
  if (!measuring_wants(row))
    return;
  measuring_compare_threads(row, (measuring_side){work, first, 1},
                            (measuring_side){work, second, 1});
}

static pyxis_configuration *override_of(const pyxis_configuration *base) {
  pyxis_configuration *copy;
  expect_ok(pyxis_configuration_copy(base, &copy), "pyxis_configuration_copy");
  expect_ok(pyxis_configuration_set_int64(copy, entry_key(usual_entry), 77),
            "pyxis_configuration_set_int64");
  return copy;
}

void measure_threads(void) {
  pyxis_configuration *shared = make_configuration(usual_entries);
  pyxis_configuration *first = override_of(shared), *second = override_of(shared);
  compare("c.threads.read", run_and_read, shared, shared);
  compare("c.threads.scope", open_and_close, first, second);
  compare("c.threads.scope.shared", open_and_close, shared, shared);
  expect_ok(pyxis_configuration_release(first), "pyxis_configuration_release");
  expect_ok(pyxis_configuration_release(second), "pyxis_configuration_release");
  expect_ok(pyxis_configuration_release(shared), "pyxis_configuration_release");
}
