// The memory of open scopes, by the C library's own account of what is allocated.
#include "benchmark.h"

#include <malloc.h>

enum { scope_count = 10000 };

static pyxis_scope *open_override(const pyxis_configuration *base, int64_t value) {
  pyxis_configuration *copy;
  pyxis_scope *scope;
  expect_ok(pyxis_configuration_copy(base, &copy), "pyxis_configuration_copy");
  expect_ok(pyxis_configuration_set_int64(copy, entry_key(usual_entry), value),
            "pyxis_configuration_set_int64");
  expect_ok(pyxis_scope_open(copy, &scope), "pyxis_scope_open");
  expect_ok(pyxis_configuration_release(copy), "pyxis_configuration_release");
  return scope;
}

void measure_memory(void) {
  if (!measuring_wants("c.memory.scopes"))
    return;
  static pyxis_scope *scopes[scope_count];
  pyxis_configuration *base = make_configuration(usual_entries);
  const size_t before = mallinfo2().uordblks;
  for (int index = 0; index < scope_count; index += 1) {
    scopes[index] = open_override(base, index);
  }
  const size_t after = mallinfo2().uordblks;
  expect_entry(usual_entry, scope_count - 1);
  for (int index = scope_count - 1; index >= 0; index -= 1) {
    expect_ok(pyxis_scope_close(scopes[index]), "pyxis_scope_close");
  }
  expect_entry(usual_entry, -1);
  expect_ok(pyxis_configuration_release(base), "pyxis_configuration_release");
  measuring_print("c.memory.scopes", (double)(after - before) / scope_count);
}
