// GLib's GKeyFile: an INI file in memory. It has no lock; a program with threads brings its own.
#include "peers.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static GKeyFile *entries;
static text file;

static void read_integer(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    measuring_keep(g_key_file_get_int64(entries, "bench", "entry_5", NULL));
  }
}

static void read_text(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    gchar *value = g_key_file_get_string(entries, "bench", "text", NULL);
    g_strlcpy(text_buffer, value, sizeof text_buffer);
    measuring_keep_address(text_buffer);
    g_free(value);
  }
}

static void override_entry(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    const gint64 before = g_key_file_get_int64(entries, "bench", "entry_5", NULL);
    g_key_file_set_int64(entries, "bench", "entry_5", override_value);
    measuring_keep(g_key_file_get_int64(entries, "bench", "entry_5", NULL));
    g_key_file_set_int64(entries, "bench", "entry_5", before);
  }
}

static GKeyFile *decoded(void) {
  GKeyFile *key_file = g_key_file_new();
  measuring_require(
      g_key_file_load_from_data(key_file, file.data, file.length, G_KEY_FILE_NONE, NULL),
      "GKeyFile reads a file");
  return key_file;
}

static void decode(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    g_key_file_free(decoded());
  }
}

// MARK: - Checks

static void check_override(void) {
  g_key_file_set_int64(entries, "bench", "entry_5", override_value);
  measuring_require(g_key_file_get_int64(entries, "bench", "entry_5", NULL) == override_value,
                    "an override of a GKeyFile is read");
  g_key_file_set_int64(entries, "bench", "entry_5", usual_entry);
  override_entry(NULL, 1);
  measuring_require(g_key_file_get_int64(entries, "bench", "entry_5", NULL) == usual_entry,
                    "an entry of a GKeyFile is restored");
}

static void check_decoding(void) {
  GKeyFile *key_file = decoded();
  gsize count;
  gchar **keys = g_key_file_get_keys(key_file, "bench", &count, NULL);
  gchar *value = g_key_file_get_string(key_file, "bench", "entry_0123", NULL);
  measuring_require(count == decoded_entries && strcmp(value, "the value of 0123") == 0,
                    "GKeyFile reads a file's entries");
  g_free(value);
  g_strfreev(keys);
  g_key_file_free(key_file);
}

static void start(void) {
  append(&file, "[bench]\n");
  for (int index = 0; index < decoded_entries; index += 1) {
    append(&file, "entry_%04d=the value of %04d\n", index, index);
  }
  check_decoding();
  entries = g_key_file_new();
  g_key_file_set_string(entries, "bench", "text", text_value);
  for (int index = 0; index < usual_entries; index += 1) {
    text key = {0};
    append(&key, "entry_%d", index);
    g_key_file_set_int64(entries, "bench", key.data, index);
    free(key.data);
  }
  expect_text_read(read_text);
  check_override();
}

const peer key_file_peer = {"keyfile",      start, read_integer, read_text,
                            override_entry, NULL,  decode};
