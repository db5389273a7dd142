#include "peers.h"

#include <string.h>

static pyxis_key integer_key, string_key;
static text payload;
/// What is in force, with one entry overridden.
static pyxis_configuration *overridden;

static void read_integer(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    int64_t value;
    pyxis_get_int64(integer_key, &value);
    measuring_keep(value);
  }
}

static void read_text(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_get_string(string_key, text_buffer, sizeof text_buffer, NULL);
    measuring_keep_address(text_buffer);
  }
}

static void override_entry(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_configuration *configuration;
    pyxis_scope *scope;
    int64_t value;
    pyxis_configuration_capture(&configuration);
    pyxis_configuration_set_int64(configuration, integer_key, override_value);
    pyxis_scope_open(configuration, &scope);
    pyxis_get_int64(integer_key, &value);
    measuring_keep(value);
    pyxis_scope_close(scope);
    pyxis_configuration_release(configuration);
  }
}

static void open_scope(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_scope *scope;
    int64_t value;
    pyxis_scope_open(overridden, &scope);
    pyxis_get_int64(integer_key, &value);
    measuring_keep(value);
    pyxis_scope_close(scope);
  }
}

static void decode(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    pyxis_variants *variants;
    pyxis_variants_decode(payload.data, payload.length, &variants, NULL);
    pyxis_variants_release(variants);
  }
}

// MARK: - Checks

static void check_override(void) {
  expect_ok(pyxis_configuration_capture(&overridden), "pyxis_configuration_capture");
  expect_ok(pyxis_configuration_set_int64(overridden, integer_key, override_value),
            "pyxis_configuration_set_int64");
  pyxis_scope *scope;
  expect_ok(pyxis_scope_open(overridden, &scope), "pyxis_scope_open");
  expect_entry(usual_entry, override_value);
  expect_ok(pyxis_scope_close(scope), "pyxis_scope_close");
  override_entry(NULL, 1);
  open_scope(NULL, 1);
  expect_entry(usual_entry, usual_entry);
}

static void check_decoding(void) {
  pyxis_variants *variants;
  pyxis_string value;
  size_t count;
  expect_ok(pyxis_variants_decode(payload.data, payload.length, &variants, NULL),
            "pyxis_variants_decode");
  expect_ok(pyxis_variants_count(variants, &count), "pyxis_variants_count");
  expect_ok(pyxis_variants_find(variants, "entry_0123", PYXIS_ZERO_TERMINATED, &value),
            "pyxis_variants_find");
  measuring_require(count == decoded_entries && strcmp(value.data, "the value of 0123") == 0,
                    "a payload decodes to its entries");
  expect_ok(pyxis_variants_release(variants), "pyxis_variants_release");
}

static void start(void) {
  integer_key = entry_key(usual_entry);
  string_key = text_key();
  append(&payload, "{\"version\":1,\"requested\":{");
  for (int index = 0; index < decoded_entries; index += 1) {
    append(&payload, "%s\"entry_%04d\":\"the value of %04d\"", index == 0 ? "" : ",", index, index);
  }
  append(&payload, "}}");
  check_decoding();
  // In force until the process ends.
  static pyxis_scope *scope;
  pyxis_configuration *configuration = make_configuration(usual_entries);
  expect_ok(pyxis_scope_open(configuration, &scope), "pyxis_scope_open");
  expect_ok(pyxis_configuration_release(configuration), "pyxis_configuration_release");
  expect_entry(usual_entry, usual_entry);
  expect_text_read(read_text);
  check_override();
}

const peer pyxis_peer = {"pyxis",        start,      read_integer, read_text,
                         override_entry, open_scope, decode};
