// What many programs write themselves: a hash table by name, and a mutex around it.
#include "peers.h"

#include <glib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct value {
  int64_t integer;
  const char *text;
} value;

static GHashTable *entries;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t integer(const char *name) {
  pthread_mutex_lock(&lock);
  const value *value = g_hash_table_lookup(entries, name);
  const int64_t integer = value->integer;
  pthread_mutex_unlock(&lock);
  return integer;
}

/// Sets an integer, and returns what it was.
static int64_t exchange(const char *name, int64_t integer) {
  pthread_mutex_lock(&lock);
  value *value = g_hash_table_lookup(entries, name);
  const int64_t before = value->integer;
  value->integer = integer;
  pthread_mutex_unlock(&lock);
  return before;
}

static void read_integer(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    measuring_keep(integer("bench.entry.5"));
  }
}

static void read_text(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    pthread_mutex_lock(&lock);
    const value *value = g_hash_table_lookup(entries, "bench.text");
    g_strlcpy(text_buffer, value->text, sizeof text_buffer);
    pthread_mutex_unlock(&lock);
    measuring_keep_address(text_buffer);
  }
}

static void override_entry(void *context, uint64_t count) {
  (void)context;
  for (uint64_t index = 0; index < count; index += 1) {
    const int64_t before = exchange("bench.entry.5", override_value);
    measuring_keep(integer("bench.entry.5"));
    exchange("bench.entry.5", before);
  }
}

static void add(const char *name, value contents) {
  value *value = malloc(sizeof *value);
  measuring_require(value != NULL, "there is memory for an entry");
  *value = contents;
  g_hash_table_insert(entries, g_strdup(name), value);
}

static void check(void) {
  expect_text_read(read_text);
  measuring_require(exchange("bench.entry.5", override_value) == usual_entry &&
                        integer("bench.entry.5") == override_value,
                    "an override of the table is read");
  exchange("bench.entry.5", usual_entry);
  override_entry(NULL, 1);
  measuring_require(integer("bench.entry.5") == usual_entry, "an entry of the table is restored");
}

static void start(void) {
  entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free);
  add("bench.text", (value){.text = text_value});
  for (int index = 0; index < usual_entries; index += 1) {
    char name[32];
    snprintf(name, sizeof name, "bench.entry.%d", index);
    add(name, (value){.integer = index});
  }
  check();
}

const peer table_peer = {"table", start, read_integer, read_text, override_entry, NULL, NULL};
