#include <stdlib.h>
#include <string.h>

#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "configurations.h"
#include "json.h"

/* An entry of a description. */
typedef struct described {
  text name, type, value, source, label;
  text depth;
  bool value_is_string, has_value, is_redacted;
} described;

static void read_origin(json *reader, described *entry) {
  text member;
  json_begin_object(reader);
  while (json_next_key(reader, &member)) {
    if (text_equal(member, text_of("source"))) {
      entry->source = json_string(reader);
    } else if (text_equal(member, text_of("depth"))) {
      entry->depth = json_scalar(reader);
    } else if (text_equal(member, text_of("label"))) {
      entry->label = json_string(reader);
    } else {
      fault("an origin has %s", text_show(member));
    }
  }
}

static described read_entry(json *reader) {
  described entry = {0};
  text member;
  json_begin_object(reader);
  while (json_next_key(reader, &member)) {
    if (text_equal(member, text_of("name"))) {
      entry.name = json_string(reader);
    } else if (text_equal(member, text_of("type"))) {
      entry.type = json_string(reader);
    } else if (text_equal(member, text_of("value"))) {
      entry.has_value = true;
      entry.value_is_string = json_is_at_string(reader);
      entry.value = entry.value_is_string ? json_string(reader) : json_scalar(reader);
    } else if (text_equal(member, text_of("redacted"))) {
      entry.is_redacted = text_equal(json_scalar(reader), text_of("true"));
    } else if (text_equal(member, text_of("origin"))) {
      read_origin(reader, &entry);
    } else {
      fault("an entry has %s", text_show(member));
    }
  }
  return entry;
}

static text hexadecimal(text bytes) {
  char *digits = arena_make(2 * bytes.length + 1);
  for (size_t index = 0; index < 2 * bytes.length; index += 1) {
    unsigned char byte = (unsigned char)bytes.data[index / 2];
    digits[index] = "0123456789abcdef"[index % 2 == 0 ? byte >> 4 : byte & 15];
  }
  return (text){digits, 2 * bytes.length};
}

static bool shows_value(const described *entry, const value *value) {
  switch (value->type) {
  case PYXIS_TYPE_BOOL:
    return text_equal(entry->value, text_of(value->bits ? "true" : "false"));
  case PYXIS_TYPE_INT64:
    return text_equal(entry->value, text_of(arena_print("%lld", (long long)value->bits)));
  case PYXIS_TYPE_DOUBLE:
    /* What JSON has no numbers for is a string of some kind. */
    return entry->value_is_string || bits_of_double(strtod(entry->value.data, NULL)) == value->bits;
  case PYXIS_TYPE_STRING:
    return entry->value_is_string && text_equal(entry->value, value->text);
  case PYXIS_TYPE_BYTES:
    return text_equal(entry->value, hexadecimal(value->text));
  default:
    return true;
  }
}

/* Whether an entry's origin is what the model expects, given what was published. */
static bool has_origin(const described *seen, const content *content,
                       const struct content *published, uint32_t index) {
  const entry *entry = &content->entries[index];
  bool is_scope = text_equal(seen->source, text_of("scope"));
  if (is_scope != (seen->depth.data != NULL) || (!is_scope && seen->label.data != NULL)) {
    return false;
  }
  if (entry->state == entry_unset)
    return text_equal(seen->source, text_of("default"));
  bool is_published = published != NULL && published->entries[index].state == entry_set &&
                      published->entries[index].setting == entry->setting;
  if (is_published)
    return text_equal(seen->source, text_of("process"));
  bool is_configuration = text_equal(seen->source, text_of("configuration"));
  if (entry->setting <= content->last_unclear)
    return is_scope || is_configuration;
  if (content->mark.depth == 0 || entry->setting > content->last_marked)
    return is_configuration;
  return is_scope && text_equal(seen->label, content->mark.label) &&
         text_equal(seen->depth, text_of(arena_print("%u", content->mark.depth)));
}

static void check_entry(const step *step, const content *content, const described *entry) {
  static const char *const types[] = {"",       "bool",  "int64",     "double",
                                      "string", "bytes", "capability"};
  int32_t index = key_index_of_name(entry->name);
  if (index < 0 || atomic_load(&key_facts[index].key) == 0)
    return;
  const definition *definition = &key_facts[index].definition;
  const char *name = text_show(entry->name);
  if (!text_equal(entry->type, text_of(types[definition->value.type]))) {
    fault("%s is of type %s", name, text_show(entry->type));
  }
  bool is_secret = (definition->flags & PYXIS_KEY_SECRET) != 0;
  if (is_secret != entry->is_redacted || is_secret == entry->has_value) {
    fault("%s is secret: %d, and redacted: %d", name, is_secret, entry->is_redacted);
  }
  if (content == NULL || content->entries[index].state == entry_unknown)
    return;
  value expected = content_value(content, (uint32_t)index);
  if (!is_secret && !shows_value(entry, &expected)) {
    fault("%s is %s, not %s", name, text_show(entry->value), value_show(&expected));
  }
  /* What preparation is about to publish may not be published yet. */
  bool was_sure = step->was_sure || self->saw_published;
  bool matches = has_origin(entry, content, preparation_published(), (uint32_t)index) ||
                 (!was_sure && has_origin(entry, content, NULL, (uint32_t)index));
  if (!matches) {
    fault("%s comes from %s, depth %s, label %s", name, text_show(entry->source),
          text_show(entry->depth), text_show(entry->label));
  }
}

static void check_entries(const step *step, json *reader, const content *content,
                          uint32_t known_count, const bool *is_known_name) {
  text before = {NULL, 0};
  uint32_t seen = 0;
  json_begin_array(reader);
  while (json_next_element(reader)) {
    described entry = read_entry(reader);
    if (before.data != NULL && text_compare(before, entry.name) >= 0) {
      fault("the entries are not sorted at %s", text_show(entry.name));
    }
    before = entry.name;
    int32_t index = key_index_of_name(entry.name);
    if (index >= 0 && is_known_name[index])
      seen += 1;
    check_entry(step, content, &entry);
  }
  if (seen != known_count)
    fault("%u of %u entries are there", seen, known_count);
}

static void check_requested(json *reader, const content *content) {
  text key;
  size_t count = 0;
  json_begin_object(reader);
  for (; json_next_key(reader, &key); count += 1) {
    text value = json_string(reader);
    if (content == NULL || content->launch_unknown)
      continue;
    const variant *expected =
        content->requested == NULL ? NULL : variants_find(content->requested, key);
    if (expected == NULL)
      fault("%s was not requested", text_show(key));
    if (text_equal(value, expected->value)) {
      bool is_long = value.length >= 5;
      if (key_is_secret(key) && !is_concurrent() && is_long)
        fault("%s is not redacted", text_show(key));
    } else if (!is_concurrent() && !key_is_secret(key)) {
      fault("%s is %s, not %s", text_show(key), text_show(value), text_show(expected->value));
    }
  }
  if (content == NULL || content->launch_unknown)
    return;
  size_t expected = content->requested == NULL ? 0 : content->requested->count;
  if (count != expected)
    fault("%zu variants were requested, not %zu", count, expected);
}

/* Reads the report, and checks which variants it is about. */
static void check_described_report(json *reader, const content *content) {
  text member, key;
  json_begin_object(reader);
  if (!json_next_key(reader, &member) || !text_equal(member, text_of("variants"))) {
    fault("the report has no 'variants'");
  }
  json_begin_object(reader);
  while (json_next_key(reader, &key)) {
    if (content != NULL && !content->launch_unknown &&
        (content->report == NULL || report_find(content->report, key) == NULL)) {
      fault("the report is about %s", text_show(key));
    }
    json_begin_object(reader);
    while (json_next_key(reader, &member))
      json_string(reader);
  }
  if (json_next_key(reader, &member))
    fault("the report has %s", text_show(member));
}

static void check_description(const step *step, text description, const content *content,
                              uint32_t known_count, const bool *is_known_name) {
  json reader = json_reader(description);
  text member;
  bool has_entries = false, has_requested = false, has_report = false;
  json_begin_object(&reader);
  while (json_next_key(&reader, &member)) {
    if (text_equal(member, text_of("entries"))) {
      has_entries = true;
      check_entries(step, &reader, content, known_count, is_known_name);
    } else if (text_equal(member, text_of("requested"))) {
      has_requested = true;
      check_requested(&reader, content);
    } else if (text_equal(member, text_of("report"))) {
      has_report = true;
      check_described_report(&reader, content);
    } else {
      fault("the description has %s", text_show(member));
    }
  }
  json_end(&reader);
  if (!has_entries || !has_requested)
    fault("the description is not whole");
  if (content != NULL && !content->launch_unknown && has_report != (content->report != NULL)) {
    fault("the description has a report: %d", has_report);
  }
}

void step_describe(step *step) {
  handle_argument configuration = draw_handle(step, kind_configuration);
  handle_out out;
  draw_handle_out(step, &out, kind_buffer);
  content *content = is_known(&configuration) ? configuration.object->content : NULL;
  bool is_known_name[key_name_count];
  uint32_t known_count = 0;
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    is_known_name[index] = atomic_load(&key_facts[index].key) != 0;
    known_count += is_known_name[index] ? 1 : 0;
  }
  BEGIN(step, pyxis_configuration_describe, "%s, %s", configuration.shown, handle_out_show(&out));
  pyxis_status status = pyxis_configuration_describe(
      HANDLE(const pyxis_configuration, configuration), HANDLE_OUT(pyxis_buffer, out));
  status_set refused =
      handle_refusals(&configuration) | (out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0);
  call_ends(step, status, handle_outcomes(&configuration, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  object *buffer = handle_out_stored(step, &out);
  const pyxis_buffer *handle = (const pyxis_buffer *)buffer->bits;
  text seen = {pyxis_buffer_data(handle), pyxis_buffer_size(handle)};
  if (seen.data == NULL)
    fault("the description has no data");
  text description = text_copy(seen.data, seen.length);
  buffer->text = fact_exact(description);
  check_description(step, description, content, known_count, is_known_name);
}
