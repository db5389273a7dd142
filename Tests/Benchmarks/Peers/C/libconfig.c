// libconfig: a tree of settings. It has no lock; a program with threads brings its own.
#include "peers.h"

#include <libconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static config_t entries;
static text file;

static void read_integer(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    long long value = 0;
    config_lookup_int64(&entries, "bench.entry_5", &value);
    measuring_keep(value);
  }
}

static void read_text(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    const char *value = "";
    config_lookup_string(&entries, "bench.text", &value);
    snprintf(text_buffer, sizeof text_buffer, "%s", value);
    measuring_keep_address(text_buffer);
  }
}

static void override_entry(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    config_setting_t *setting = config_lookup(&entries, "bench.entry_5");
    const long long before = config_setting_get_int64(setting);
    config_setting_set_int64(setting, override_value);
    long long value = 0;
    config_lookup_int64(&entries, "bench.entry_5", &value);
    measuring_keep(value);
    config_setting_set_int64(setting, before);
  }
}

static void read_file(config_t *config) {
  config_init(config);
  measuring_require(config_read_string(config, file.data) == CONFIG_TRUE, "libconfig reads a file");
}

static void decode(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    config_t config;
    read_file(&config);
    config_destroy(&config);
  }
}

// MARK: - Checks

static void expect_setting(long long expected) {
  long long value = -1;
  config_lookup_int64(&entries, "bench.entry_5", &value);
  measuring_require(value == expected, "a setting of libconfig reads as set");
}

static void check_override(void) {
  expect_setting(usual_entry);
  config_setting_set_int64(config_lookup(&entries, "bench.entry_5"), override_value);
  expect_setting(override_value);
  config_setting_set_int64(config_lookup(&entries, "bench.entry_5"), usual_entry);
  override_entry(NULL, 1);
  expect_setting(usual_entry);
}

static void check_decoding(void) {
  config_t config;
  const char *value = "";
  read_file(&config);
  config_lookup_string(&config, "entry_0123", &value);
  measuring_require(config_setting_length(config_root_setting(&config)) == decoded_entries &&
                        strcmp(value, "the value of 0123") == 0,
                    "libconfig reads a file's entries");
  config_destroy(&config);
}

static void start(void) {
  for (int index = 0; index < decoded_entries; index += 1) {
    append(&file, "entry_%04d = \"the value of %04d\";\n", index, index);
  }
  check_decoding();
  config_init(&entries);
  config_setting_t *group =
      config_setting_add(config_root_setting(&entries), "bench", CONFIG_TYPE_GROUP);
  config_setting_set_string(config_setting_add(group, "text", CONFIG_TYPE_STRING), text_value);
  for (int index = 0; index < usual_entries; index += 1) {
    text name = {0};
    append(&name, "entry_%d", index);
    config_setting_set_int64(config_setting_add(group, name.data, CONFIG_TYPE_INT64), index);
    free(name.data);
  }
  expect_text_read(read_text);
  check_override();
}

const peer libconfig_peer = {"libconfig",    start, read_integer, read_text,
                             override_entry, NULL,  decode};
