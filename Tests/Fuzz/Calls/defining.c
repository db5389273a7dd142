#include <string.h>

#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "errors.h"

/* A definition on its way into a call. */
typedef struct defining {
  text_argument name;
  /* The default, where it is a string or bytes. */
  text_argument text;
  definition definition;
  int32_t passed_bool;
  uint32_t flags;
  bool key_is_passed;
  pyxis_key key;
  handle_out error;
} defining;

/* Changes something about a definition, so that it conflicts with the usual one. */
static void deviate(rng *rng, definition *definition) {
  switch (draw_below(rng, 3)) {
  case 0:
    definition->flags ^= PYXIS_KEY_SECRET;
    return;
  case 1:
    definition->value = value_zero((pyxis_type)(1 + draw_below(rng, 6)));
    return;
  default:
    break;
  }
  switch (definition->value.type) {
  case PYXIS_TYPE_BOOL:
    definition->value.bits ^= 1;
    break;
  case PYXIS_TYPE_INT64:
    definition->value.bits = (uint64_t)draw_int64(rng);
    break;
  case PYXIS_TYPE_DOUBLE:
    definition->value.bits = draw_double(rng);
    break;
  case PYXIS_TYPE_STRING:
    definition->value.text = draw_value_text(rng);
    break;
  case PYXIS_TYPE_BYTES:
    definition->value.text = draw_bytes(rng);
    break;
  default:
    break;
  }
}

static pyxis_status call_define(step *step, defining *passed) {
  const value *value = &passed->definition.value;
  const char *name = passed->name.data;
  size_t length = passed->name.length;
  pyxis_key *key = passed->key_is_passed ? &passed->key : NULL;
  pyxis_error **error = HANDLE_OUT(pyxis_error, passed->error);
  const char *shown = "";
  if (is_printing) {
    bool has_text = value->type == PYXIS_TYPE_STRING || value->type == PYXIS_TYPE_BYTES;
    const char *shown_default = value->type == PYXIS_TYPE_CAPABILITY ? ""
                                : has_text ? arena_print(", %s", text_argument_show(&passed->text))
                                           : arena_print(", %s", value_show(value));
    shown =
        arena_print("%s%s, %#x, %s, %s", text_argument_show(&passed->name), shown_default,
                    passed->flags, key == NULL ? "NULL" : "&key", handle_out_show(&passed->error));
  }
  switch (value->type) {
  case PYXIS_TYPE_BOOL:
    BEGIN(step, pyxis_key_define_bool, "%s", shown);
    return pyxis_key_define_bool(name, length, passed->passed_bool, passed->flags, key, error);
  case PYXIS_TYPE_INT64:
    BEGIN(step, pyxis_key_define_int64, "%s", shown);
    return pyxis_key_define_int64(name, length, (int64_t)value->bits, passed->flags, key, error);
  case PYXIS_TYPE_DOUBLE:
    BEGIN(step, pyxis_key_define_double, "%s", shown);
    return pyxis_key_define_double(name, length, double_of_bits(value->bits), passed->flags, key,
                                   error);
  case PYXIS_TYPE_STRING:
    BEGIN(step, pyxis_key_define_string, "%s", shown);
    return pyxis_key_define_string(name, length, passed->text.data, passed->text.length,
                                   passed->flags, key, error);
  case PYXIS_TYPE_BYTES:
    BEGIN(step, pyxis_key_define_bytes, "%s", shown);
    return pyxis_key_define_bytes(name, length, (const uint8_t *)passed->text.data,
                                  passed->text.length, passed->flags, key, error);
  default:
    BEGIN(step, pyxis_key_define_capability, "%s", shown);
    return pyxis_key_define_capability(name, length, passed->flags, key, error);
  }
}

/* Fills in how the definition is passed, and returns what is wrong with it. */
static status_set pass(step *step, defining *passed, text name) {
  rng *rng = &step->rng;
  const value *value = &passed->definition.value;
  passed->name = draw_text(step, name);
  passed->passed_bool = value->bits == 0 ? 0 : draw_bool(rng);
  if (value->bits != 0 && passed->passed_bool == 0)
    passed->passed_bool = 1;
  if (value->type == PYXIS_TYPE_STRING)
    passed->text = draw_text(step, value->text);
  if (value->type == PYXIS_TYPE_BYTES)
    passed->text = draw_bytes_argument(step, value->text);
  passed->flags = passed->definition.flags;
  if (draw_chance(rng, 4))
    passed->flags |= 2u << draw_below(rng, 31);
  passed->key_is_passed = draw_required(step);
  OUT_FILL(passed->key);
  draw_optional_handle_out(step, &passed->error, kind_error);
  status_set refused = text_refusals(&passed->name) | text_refusals(&passed->text);
  bool is_unnameable = name.length == 0 || memchr(name.data, 0, name.length) != NULL;
  if (!passed->key_is_passed || passed->flags != passed->definition.flags || is_unnameable) {
    refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
  return refused;
}

static void check_definition_error(step *step, defining *passed, pyxis_status status) {
  error_hints hints = {0};
  if (status == PYXIS_ERROR_KEY_CONFLICT)
    hints.key = passed->name.meaning;
  check_error(step, &passed->error, status, hints);
  if (status != PYXIS_OK && passed->key_is_passed)
    OUT_ZERO(passed->key);
}

static void define_name(step *step, uint32_t index, bool usually) {
  defining passed = {.definition = key_usual_definition(index)};
  if (!usually)
    deviate(&step->rng, &passed.definition);
  status_set refused = pass(step, &passed, key_name(index));
  keys_begin_definition();
  key_fact *known = &key_facts[index];
  pyxis_key before = atomic_load(&known->key);
  bool conflicts = before != 0 && !definition_equal(&known->definition, &passed.definition);
  pyxis_status status = call_define(step, &passed);
  if (refused == 0 && status == PYXIS_OK && before == 0) {
    if (key_index(passed.key) >= 0)
      fault("two names have the key %#x", passed.key);
    if (passed.key == 0)
      fault("the key is 0");
    keys_add(index, passed.key, &passed.definition);
  }
  keys_end_definition();
  call_ends(step, status,
            refused_or(refused, conflicts ? ONE(PYXIS_ERROR_KEY_CONFLICT) : ONE(PYXIS_OK)));
  if (status == PYXIS_OK && before != 0 && passed.key != before) {
    fault("the same definition gave the key %#x, and now %#x", before, passed.key);
  }
  check_definition_error(step, &passed, status);
}

void step_define(step *step) {
  uint32_t index = draw_below(&step->rng, key_name_count);
  define_name(step, index, draw_chance(&step->rng, 80));
}

/* The steps that a round begins with: most names are defined, mostly in the usual way. */
void step_define_at_start(step *step) {
  uint32_t index = step->path.elements[1];
  define_name(step, index, draw_chance(&step->rng, 95));
}

/* Names that no key can have. */
void step_define_unnameable(step *step) {
  static const text names[] = {{"", 0}, {"a\0b", 3}, {"\0", 1}, {"retries\0", 8}};
  defining passed = {.definition = key_usual_definition(draw_below(&step->rng, 6))};
  status_set refused = pass(step, &passed, names[draw_below(&step->rng, 4)]);
  pyxis_status status = call_define(step, &passed);
  call_ends(step, status, refused);
  check_definition_error(step, &passed, status);
}

/* Several threads define the same names in two ways: all who succeed get one key. */
void step_define_racily(step *step) {
  uint32_t index = draw_below(&step->rng, racy_key_count);
  bool first_way = draw_chance(&step->rng, 70);
  defining passed = {.definition = {value_zero(PYXIS_TYPE_INT64), 0}};
  passed.definition.value.bits = first_way ? 1 : 2;
  status_set refused = pass(step, &passed, racy_key_name(index));
  pyxis_status status = call_define(step, &passed);
  call_ends(step, status, refused_or(refused, ONE(PYXIS_OK) | ONE(PYXIS_ERROR_KEY_CONFLICT)));
  if (status == PYXIS_OK) {
    int64_t value = 0;
    pyxis_key agreed = racy_key_agree(index, passed.key);
    if (agreed != passed.key)
      fault("one name has the keys %#x and %#x", agreed, passed.key);
    BEGIN(step, pyxis_get_int64, "racy key, &value");
    call_ends(step, pyxis_get_int64(passed.key, &value), ONE(PYXIS_OK));
    if (value != (int64_t)passed.definition.value.bits)
      fault("the default is another's");
  }
  check_definition_error(step, &passed, status);
}

/* Puts the keys that are defined later at higher places. */
void step_define_fillers(step *step) {
  static const uint32_t counts[] = {0, 0, 0, 0, 10, 10, 20, 20, 300, 300, 300, 5000};
  uint32_t count = counts[draw_below(&step->rng, 12)];
  if (is_printing)
    call_prints("define fillers", "%u", count);
  for (uint32_t number = 0; number < count; number += 1) {
    pyxis_key key = 0;
    text name = filler_key_name(number);
    keys_begin_definition();
    pyxis_status status = pyxis_key_define_int64(name.data, name.length, number, 0, &key, NULL);
    if (status == PYXIS_OK)
      keys_add_filler(key);
    keys_end_definition();
    if (status != PYXIS_OK)
      fault("a filler key gives %s", pyxis_status_name(status));
  }
}
