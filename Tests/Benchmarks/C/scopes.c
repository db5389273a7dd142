// Opening and closing scopes, and overriding one entry.
#include "benchmark.h"

#include <stdlib.h>

static void open_and_close(void *context, uint64_t count) {
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_scope *scope;
    pyxis_scope_open(context, &scope);
    pyxis_scope_close(scope);
  }
}

static void allocate_and_free(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    void *memory = malloc(64);
    measuring_keep_address(memory);
    free(memory);
  }
}

static void copy_and_set(void *context, uint64_t count) {
  const pyxis_configuration *configuration = context;
  const pyxis_key key = entry_key(usual_entry);
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_configuration *copy;
    pyxis_configuration_copy(configuration, &copy);
    pyxis_configuration_set_int64(copy, key, (int64_t)index);
    pyxis_configuration_release(copy);
  }
}

static void check_scope(const pyxis_configuration *configuration) {
  expect_entry(usual_entry, -1);
  pyxis_scope *scope;
  expect_ok(pyxis_scope_open(configuration, &scope), "pyxis_scope_open");
  expect_entry(usual_entry, usual_entry);
  expect_ok(pyxis_scope_close(scope), "pyxis_scope_close");
  expect_entry(usual_entry, -1);
}

static void check_override(const pyxis_configuration *configuration) {
  pyxis_configuration *copy;
  int64_t original = 0, changed = 0;
  expect_ok(pyxis_configuration_copy(configuration, &copy), "pyxis_configuration_copy");
  expect_ok(pyxis_configuration_set_int64(copy, entry_key(usual_entry), 77),
            "pyxis_configuration_set_int64");
  pyxis_configuration_get_int64(copy, entry_key(usual_entry), &changed);
  pyxis_configuration_get_int64(configuration, entry_key(usual_entry), &original);
  measuring_require(changed == 77 && original == usual_entry, "an override changes the copy alone");
  expect_ok(pyxis_configuration_release(copy), "pyxis_configuration_release");
}

void measure_scopes(void) {
  pyxis_configuration *few = make_configuration(usual_entries);
  check_scope(few);
  if (measuring_wants("c.scope.open")) {
    measuring_compare("c.scope.open", (measuring_side){open_and_close, few, 1},
                      (measuring_side){allocate_and_free, NULL, 1});
  }
  if (measuring_wants("c.override.size")) {
    pyxis_configuration *many = make_configuration(many_entries);
    check_override(few);
    check_override(many);
    measuring_compare("c.override.size", (measuring_side){copy_and_set, many, 1},
                      (measuring_side){copy_and_set, few, 1});
    expect_ok(pyxis_configuration_release(many), "pyxis_configuration_release");
  }
  expect_ok(pyxis_configuration_release(few), "pyxis_configuration_release");
}
