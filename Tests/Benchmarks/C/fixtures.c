#include "benchmark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char text_value[] = "exactly twenty bytes";

void expect_ok(pyxis_status status, const char *call) {
  if (status == PYXIS_OK)
    return;
  fprintf(stderr, "benchmark: %s: %s\n", call, pyxis_status_name(status));
  exit(1);
}

pyxis_key entry_key(int index) {
  static pyxis_key keys[many_entries];
  if (keys[index] == 0) {
    char name[32];
    snprintf(name, sizeof name, "bench.entry.%d", index);
    expect_ok(pyxis_key_define_int64(name, PYXIS_ZERO_TERMINATED, -1, 0, &keys[index], NULL),
              "pyxis_key_define_int64");
  }
  return keys[index];
}

pyxis_key text_key(void) {
  static pyxis_key key;
  if (key == 0) {
    expect_ok(pyxis_key_define_string("bench.text", PYXIS_ZERO_TERMINATED, "", 0, 0, &key, NULL),
              "pyxis_key_define_string");
  }
  return key;
}

void set_entries(pyxis_configuration *configuration, int count) {
  expect_ok(
      pyxis_configuration_set_string(configuration, text_key(), text_value, PYXIS_ZERO_TERMINATED),
      "pyxis_configuration_set_string");
  for (int index = 0; index < count; index += 1) {
    expect_ok(pyxis_configuration_set_int64(configuration, entry_key(index), index),
              "pyxis_configuration_set_int64");
  }
}

pyxis_configuration *make_configuration(int count) {
  pyxis_configuration *configuration;
  expect_ok(pyxis_configuration_create(&configuration), "pyxis_configuration_create");
  set_entries(configuration, count);
  return configuration;
}

void expect_entry(int index, int64_t value) {
  int64_t found = 0;
  expect_ok(pyxis_get_int64(entry_key(index), &found), "pyxis_get_int64");
  measuring_require(found == value, "an entry reads as what was set");
}
