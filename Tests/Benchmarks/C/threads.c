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

static pyxis_configuration *override_of(const pyxis_configuration *base) {
  pyxis_configuration *copy;
  expect_ok(pyxis_configuration_copy(base, &copy), "pyxis_configuration_copy");
  expect_ok(pyxis_configuration_set_int64(copy, entry_key(usual_entry), 77),
            "pyxis_configuration_set_int64");
  return copy;
}

typedef struct own_override {
  const pyxis_configuration *base;
  /// What the thread makes of it.
  pyxis_configuration *configuration;
} own_override;

static void open_and_close_own(void *context, uint64_t count) {
  own_override *own = context;
  if (own->configuration == NULL)
    own->configuration = override_of(own->base);
  open_and_close(own->configuration, count);
}

static void compare(const char *row, measuring_work work, void *first, void *second) {
  if (!measuring_wants(row))
    return;
  measuring_compare_threads(row, (measuring_side){work, first, 1},
                            (measuring_side){work, second, 1});
}

static void compare_own(const pyxis_configuration *base) {
  own_override first = {base, NULL}, second = {base, NULL};
  compare("c.threads.scope.own", open_and_close_own, &first, &second);
  expect_ok(pyxis_configuration_release(first.configuration), "pyxis_configuration_release");
  expect_ok(pyxis_configuration_release(second.configuration), "pyxis_configuration_release");
}

static void compare_given(const pyxis_configuration *base) {
  pyxis_configuration *first = override_of(base), *second = override_of(base);
  compare("c.threads.scope.given", open_and_close, first, second);
  expect_ok(pyxis_configuration_release(first), "pyxis_configuration_release");
  expect_ok(pyxis_configuration_release(second), "pyxis_configuration_release");
}

void measure_threads(void) {
  pyxis_configuration *shared = make_configuration(usual_entries);
  compare("c.threads.read", run_and_read, shared, shared);
  compare_own(shared);
  compare_given(shared);
  compare("c.threads.scope.shared", open_and_close, shared, shared);
  expect_ok(pyxis_configuration_release(shared), "pyxis_configuration_release");
}
