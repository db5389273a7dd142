#include <string.h>

#include "../Drawing/payloads.h"
#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "errors.h"
#include "json.h"

variants *known_variants(const handle_argument *argument) {
  if (!is_known(argument) || argument->object->variants->unknown)
    return NULL;
  return argument->object->variants;
}

void step_variants_create(step *step) {
  handle_out out;
  draw_handle_out(step, &out, kind_variants);
  BEGIN(step, pyxis_variants_create, "%s", handle_out_show(&out));
  pyxis_status status = pyxis_variants_create(HANDLE_OUT(pyxis_variants, out));
  call_ends(step, status, out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : ONE(PYXIS_OK));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  handle_out_stored(step, &out)->variants = variants_make();
}

void step_variants_set(step *step) {
  rng *rng = &step->rng;
  handle_argument variants = draw_handle(step, kind_variants);
  text meaning = draw_variant_key(rng);
  if (draw_chance(rng, 4))
    meaning = (text){"a\0b", draw_below(rng, 2) * 3};
  /* Enough of them that they are looked up in other ways than a few are. */
  if (draw_chance(rng, 25))
    meaning = text_of(arena_print("custom.%u", draw_below(rng, 60)));
  text_argument key = draw_text(step, meaning), value = draw_text(step, draw_value_text(rng));
  BEGIN(step, pyxis_variants_set, "%s, %s, %s", variants.shown, text_argument_show(&key),
        text_argument_show(&value));
  pyxis_status status = pyxis_variants_set(HANDLE(pyxis_variants, variants), key.data, key.length,
                                           value.data, value.length);
  status_set refused = handle_refusals(&variants) | text_refusals(&key) | text_refusals(&value);
  if (meaning.length == 0 || memchr(meaning.data, 0, meaning.length) != NULL) {
    refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
  call_ends(step, status, handle_outcomes(&variants, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK || variants.shared)
    return;
  variants_set(variants.object->variants, meaning, value.meaning);
}

void step_variants_count(step *step) {
  handle_argument variants = draw_handle(step, kind_variants);
  bool is_passed = draw_required(step);
  size_t count;
  OUT_FILL(count);
  BEGIN(step, pyxis_variants_count, "%s, %s", variants.shown, is_passed ? "&count" : "NULL");
  pyxis_status status =
      pyxis_variants_count(HANDLE(const pyxis_variants, variants), is_passed ? &count : NULL);
  status_set refused =
      handle_refusals(&variants) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  call_ends(step, status, handle_outcomes(&variants, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(count);
    return;
  }
  const struct variants *known = known_variants(&variants);
  if (known != NULL && count != known->count) {
    fault("there are %zu variants, not %zu", count, known->count);
  }
}

void step_variants_at(step *step) {
  handle_argument argument = draw_handle(step, kind_variants);
  const variants *known = known_variants(&argument);
  uint32_t near = draw_below(&step->rng, known == NULL ? 10 : (uint32_t)known->count + 2);
  size_t index = draw_chance(&step->rng, 95) ? near : (size_t)draw_bits(&step->rng);
  bool key_is_passed = draw_optional(step), value_is_passed = draw_optional(step);
  pyxis_string key, value;
  OUT_FILL(key);
  OUT_FILL(value);
  BEGIN(step, pyxis_variants_at, "%s, %zu, %s, %s", argument.shown, index,
        key_is_passed ? "&key" : "NULL", value_is_passed ? "&value" : "NULL");
  pyxis_status status =
      pyxis_variants_at(HANDLE(const pyxis_variants, argument), index, key_is_passed ? &key : NULL,
                        value_is_passed ? &value : NULL);
  status_set outcomes = known == NULL          ? ONE(PYXIS_OK) | ONE(PYXIS_NOT_FOUND)
                        : index < known->count ? ONE(PYXIS_OK)
                                               : ONE(PYXIS_NOT_FOUND);
  call_ends(step, status,
            handle_outcomes(&argument, refused_or(handle_refusals(&argument), outcomes)));
  if (status != PYXIS_OK) {
    if (key_is_passed)
      OUT_ZERO(key);
    if (value_is_passed)
      OUT_ZERO(value);
    return;
  }
  if (known == NULL)
    return;
  const variant *expected = &known->list[index];
  if (key_is_passed)
    check_view("key", key, expected->key);
  if (!value_is_passed)
    return;
  check_view("value", value, expected->value);
  view_hold(argument.object, -1, known->changes, (text){value.data, value.length}, expected->value);
}

void step_variants_find(step *step) {
  handle_argument argument = draw_handle(step, kind_variants);
  const variants *known = known_variants(&argument);
  text meaning = draw_variant_key(&step->rng);
  if (known != NULL && known->count > 0 && draw_chance(&step->rng, 70)) {
    meaning = known->list[draw_below(&step->rng, (uint32_t)known->count)].key;
  }
  text_argument key = draw_text(step, meaning);
  bool is_passed = draw_required(step);
  pyxis_string value;
  OUT_FILL(value);
  BEGIN(step, pyxis_variants_find, "%s, %s, %s", argument.shown, text_argument_show(&key),
        is_passed ? "&value" : "NULL");
  pyxis_status status = pyxis_variants_find(HANDLE(const pyxis_variants, argument), key.data,
                                            key.length, is_passed ? &value : NULL);
  status_set refused = handle_refusals(&argument) | text_refusals(&key) |
                       (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  const variant *expected = known == NULL ? NULL : variants_find(known, meaning);
  status_set outcomes = known == NULL      ? ONE(PYXIS_OK) | ONE(PYXIS_NOT_FOUND)
                        : expected == NULL ? ONE(PYXIS_NOT_FOUND)
                                           : ONE(PYXIS_OK);
  call_ends(step, status, handle_outcomes(&argument, refused_or(refused, outcomes)));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(value);
  } else if (expected != NULL) {
    check_view("value", value, expected->value);
    view_hold(argument.object, -1, known->changes, (text){value.data, value.length},
              expected->value);
  }
}
