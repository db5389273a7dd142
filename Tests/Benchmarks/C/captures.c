// Capturing the effective configuration.
#include "benchmark.h"

typedef struct captures {
  uint64_t count;
} captures;

static void capture_in_scope(void *context) {
  const uint64_t count = ((captures *)context)->count;
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_configuration *configuration;
    pyxis_configuration_capture(&configuration);
    pyxis_configuration_release(configuration);
  }
}

static void capture_and_release(void *context, uint64_t count) {
  captures captures = {count};
  pyxis_scope_run(context, capture_in_scope, &captures);
}

static void check_capture(void *context) {
  (void)context;
  pyxis_configuration *captured;
  int64_t value = 0;
  expect_ok(pyxis_configuration_capture(&captured), "pyxis_configuration_capture");
  pyxis_configuration_get_int64(captured, entry_key(usual_entry), &value);
  measuring_require(value == usual_entry, "a captured configuration reads as the scope");
  expect_ok(pyxis_configuration_release(captured), "pyxis_configuration_release");
}

void measure_captures(void) {
  if (!measuring_wants("c.capture.size"))
    return;
  pyxis_configuration *few = make_configuration(usual_entries);
  pyxis_configuration *many = make_configuration(many_entries);
  pyxis_scope_run(few, check_capture, NULL);
  pyxis_scope_run(many, check_capture, NULL);
  measuring_compare("c.capture.size", (measuring_side){capture_and_release, many, 1},
                    (measuring_side){capture_and_release, few, 1});
  expect_ok(pyxis_configuration_release(few), "pyxis_configuration_release");
  expect_ok(pyxis_configuration_release(many), "pyxis_configuration_release");
}
