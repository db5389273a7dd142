// Reads of one entry, outside of tasks.
#define _GNU_SOURCE
#include "benchmark.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void read_int64(void *context, uint64_t count) {
  const pyxis_key key = *(pyxis_key *)context;
  for (uint64_t index = 0; index < count; index += 1) {
    int64_t value;
    pyxis_get_int64(key, &value);
    measuring_keep(value);
  }
}

static void read_string(void *context, uint64_t count) {
  const pyxis_key key = *(pyxis_key *)context;
  for (uint64_t index = 0; index < count; index += 1) {
    char buffer[32];
    size_t length;
    pyxis_get_string(key, buffer, sizeof buffer, &length);
    measuring_keep_address(buffer);
  }
}

static void read_handle(void *context, uint64_t count) {
  const pyxis_configuration *configuration = context;
  const pyxis_key key = entry_key(usual_entry);
  for (uint64_t index = 0; index < count; index += 1) {
    int64_t value;
    pyxis_configuration_get_int64(configuration, key, &value);
    measuring_keep(value);
  }
}

// MARK: - References

static void read_thread_specific(void *context, uint64_t count) {
  const pthread_key_t key = *(pthread_key_t *)context;
  for (uint64_t index = 0; index < count; index += 1) {
    measuring_keep_address(pthread_getspecific(key));
  }
}

static void read_environment(void *context, uint64_t count) {
  const char *name = context;
  for (uint64_t index = 0; index < count; index += 1) {
    measuring_keep_address(getenv(name));
  }
}

static measuring_side thread_specific(void) {
  static pthread_key_t key;
  measuring_require(pthread_key_create(&key, NULL) == 0, "there is a thread-specific key");
  pthread_setspecific(key, &key);
  measuring_require(pthread_getspecific(key) == &key, "a thread-specific value reads as set");
  return (measuring_side){read_thread_specific, &key, 1};
}

/// An environment of 40 variables, the last of which is read: where a launcher's addition stands.
static measuring_side environment(void) {
  static char variables[40][64], *names[41];
  for (int index = 0; index < 40; index += 1) {
    snprintf(variables[index], sizeof variables[index], "%c%c_VARIABLE_%02d=value %d",
             'A' + index % 26, 'A' + index * 7 % 26, index, index);
    names[index] = variables[index];
  }
  environ = names;
  static char name[64];
  memcpy(name, names[39], strcspn(names[39], "="));
  measuring_require(getenv(name) == names[39] + strlen(name) + 1, "a variable reads as set");
  return (measuring_side){read_environment, name, 1};
}

// MARK: - Rows

static void expect_text(void) {
  char buffer[32];
  size_t length;
  expect_ok(pyxis_get_string(text_key(), buffer, sizeof buffer, &length), "pyxis_get_string");
  measuring_require(length == 20 && strcmp(buffer, text_value) == 0, "a string reads as set");
}

static void measure_in_scope(void *context) {
  pyxis_key entry = entry_key(usual_entry), unset = entry_key(usual_entries), text = text_key();
  expect_entry(usual_entry, usual_entry);
  expect_entry(usual_entries, -1);
  expect_text();
  int64_t value = 0;
  expect_ok(pyxis_configuration_get_int64(context, entry, &value), "pyxis_configuration_get_int64");
  measuring_require(value == usual_entry, "an entry of a configuration reads as set");

  const measuring_side int64 = {read_int64, &entry, 1};
  if (measuring_wants("c.read.scope"))
    measuring_compare("c.read.scope", int64, thread_specific());
  if (measuring_wants("c.read.unset")) {
    measuring_compare("c.read.unset", (measuring_side){read_int64, &unset, 1}, int64);
  }
  if (measuring_wants("c.read.string")) {
    measuring_compare("c.read.string", (measuring_side){read_string, &text, 1}, int64);
  }
  if (measuring_wants("c.read.handle")) {
    measuring_compare("c.read.handle", (measuring_side){read_handle, context, 1}, int64);
  }
  if (measuring_wants("c.read.environment")) {
    char **before = environ;
    measuring_compare("c.read.environment", int64, environment());
    environ = before;
  }
}

void measure_scoped_reads(void) {
  pyxis_configuration *configuration = make_configuration(usual_entries);
  expect_ok(pyxis_scope_run(configuration, measure_in_scope, configuration), "pyxis_scope_run");
  expect_ok(pyxis_configuration_release(configuration), "pyxis_configuration_release");
}

void measure_default_reads(void) {
  pyxis_key entry = entry_key(usual_entry);
  expect_entry(usual_entry, usual_entry);
  if (measuring_wants("c.read.default")) {
    measuring_compare("c.read.default", (measuring_side){read_int64, &entry, 1}, thread_specific());
  }
}
