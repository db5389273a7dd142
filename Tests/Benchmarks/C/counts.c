// Counts what the C functions cost: counts-c
#include "../Counting/include/Counting.h"
#include "benchmark.h"

#include <stdlib.h>

// MARK: - Reads

static pyxis_key bool_key, double_key;

static void read_bool(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    int32_t value;
    pyxis_get_bool(bool_key, &value);
    measuring_keep(value);
  }
}

static void read_int64(void *context, uint64_t count) {
  const pyxis_key key = *(pyxis_key *)context;
  for (uint64_t index = 0; index < count; index += 1) {
    int64_t value;
    pyxis_get_int64(key, &value);
    measuring_keep(value);
  }
}

static void read_double(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    double value;
    pyxis_get_double(double_key, &value);
    measuring_keep_address(&value);
  }
}

static void read_string(void *context, uint64_t count) {
  (void)context;
  const pyxis_key key = text_key();
  for (uint64_t index = 0; index < count; index += 1) {
    char buffer[32];
    pyxis_get_string(key, buffer, sizeof buffer, NULL);
    measuring_keep_address(buffer);
  }
}

static void read_handle(void *context, uint64_t count) {
  const pyxis_key key = entry_key(usual_entry);
  for (uint64_t index = 0; index < count; index += 1) {
    int64_t value;
    pyxis_configuration_get_int64(context, key, &value);
    measuring_keep(value);
  }
}

static void count_reads(void *configuration) {
  pyxis_key entry = entry_key(usual_entry), unset = entry_key(usual_entries);
  expect_entry(usual_entry, usual_entry);
  counting_count("c.read.bool", read_bool, NULL);
  counting_count("c.read.int64", read_int64, &entry);
  counting_count("c.read.double", read_double, NULL);
  counting_count("c.read.string", read_string, NULL);
  counting_count("c.read.unset", read_int64, &unset);
  counting_count("c.read.handle", read_handle, configuration);
}

// MARK: - Scopes and changes

static void do_nothing(void *context) { measuring_keep_address(context); }

static void run(void *context, uint64_t count) {
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_scope_run(context, do_nothing, NULL);
  }
}

static void open_and_close(void *context, uint64_t count) {
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_scope *scope;
    pyxis_scope_open(context, &scope);
    pyxis_scope_close(scope);
  }
}

static void set(void *context, uint64_t count) {
  const pyxis_key key = entry_key(usual_entry);
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_configuration_set_int64(context, key, (int64_t)index);
  }
}

static void capture(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_configuration *configuration;
    pyxis_configuration_capture(&configuration);
    pyxis_configuration_release(configuration);
  }
}

static void override(void *context, uint64_t count) {
  const pyxis_key key = entry_key(usual_entry);
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_configuration *copy;
    pyxis_configuration_copy(context, &copy);
    pyxis_configuration_set_int64(copy, key, (int64_t)index);
    pyxis_configuration_release(copy);
  }
}

static void count_captures(void *context) { counting_count("c.capture", capture, context); }

// MARK: - The process default

static int32_t configure(pyxis_configuration *configuration, void *user_data) {
  (void)user_data;
  set_entries(configuration, usual_entries);
  return 0;
}

static void prepare(void) {
  const char *environment[] = {
      "PYXIS_BOOTSTRAP={\"version\":1,\"requested\":{\"locale\":\"pl_PL\"}}", NULL};
  pyxis_prepare_options options = PYXIS_PREPARE_OPTIONS_INIT;
  options.environment = environment;
  options.configure = configure;
  expect_ok(pyxis_prepare(&options, NULL, NULL), "pyxis_prepare");
}

int main(void) {
  pyxis_configuration *configuration = make_configuration(usual_entries);
  expect_ok(pyxis_key_define_bool("bench.bool", PYXIS_ZERO_TERMINATED, 0, 0, &bool_key, NULL),
            "pyxis_key_define_bool");
  expect_ok(pyxis_key_define_double("bench.double", PYXIS_ZERO_TERMINATED, 0, 0, &double_key, NULL),
            "pyxis_key_define_double");
  expect_ok(pyxis_configuration_set_bool(configuration, bool_key, 1),
            "pyxis_configuration_set_bool");
  expect_ok(pyxis_configuration_set_double(configuration, double_key, 0.5),
            "pyxis_configuration_set_double");
  expect_ok(pyxis_scope_run(configuration, count_reads, configuration), "pyxis_scope_run");
  expect_ok(pyxis_scope_run(configuration, count_captures, NULL), "pyxis_scope_run");
  counting_count("c.scope.run", run, configuration);
  counting_count("c.scope.open", open_and_close, configuration);
  counting_count("c.override", override, configuration);
  counting_count("c.set", set, configuration);
  expect_ok(pyxis_configuration_release(configuration), "pyxis_configuration_release");

  prepare();
  pyxis_key entry = entry_key(usual_entry);
  expect_entry(usual_entry, usual_entry);
  counting_count("c.read.default", read_int64, &entry);
  return 0;
}
