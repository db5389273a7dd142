#include <string.h>

#include "../Arguments/arguments.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"

void step_key_count(step *step) {
  bool is_passed = draw_required(step);
  size_t count;
  OUT_FILL(count);
  keys_begin_reading();
  size_t known = keys_known_count();
  BEGIN(step, pyxis_key_count, "%s", is_passed ? "&count" : "NULL");
  pyxis_status status = pyxis_key_count(is_passed ? &count : NULL);
  keys_end_reading();
  call_ends(step, status, is_passed ? ONE(PYXIS_OK) : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  size_t most = is_concurrent() ? known + racy_key_count : known;
  if (is_passed && (count < known || count > most))
    fault("there are %zu keys, not %zu", count, known);
}

void step_key_at(step *step) {
  bool is_passed = draw_required(step), is_near = draw_chance(&step->rng, 95);
  pyxis_key key;
  OUT_FILL(key);
  keys_begin_reading();
  size_t known = keys_known_count();
  size_t index =
      is_near ? draw_below(&step->rng, (uint32_t)known + 5) : (size_t)draw_bits(&step->rng);
  BEGIN(step, pyxis_key_at, "%zu, %s", index, is_passed ? "&key" : "NULL");
  pyxis_status status = pyxis_key_at(index, is_passed ? &key : NULL);
  keys_end_reading();
  status_set allowed = index < known ? ONE(PYXIS_OK) : ONE(PYXIS_NOT_FOUND);
  if (index >= known && index < known + racy_key_count && is_concurrent())
    allowed |= ONE(PYXIS_OK);
  call_ends(step, status, is_passed ? allowed : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  if (!is_passed)
    return;
  if (status != PYXIS_OK) {
    OUT_ZERO(key);
    return;
  }
  int32_t name = key_index(key);
  if (name >= 0 && !is_concurrent() && key_facts[name].position != index) {
    fault("the key %#x is at %zu, not at %zu", key, index, key_facts[name].position);
  }
  if (name < 0 && !is_concurrent() && !key_is_filler(key) && !racy_key_is(key)) {
    fault("nobody defined the key %#x", key);
  }
}

void step_key_find(step *step) {
  rng *rng = &step->rng;
  bool is_known = draw_chance(rng, 85), is_passed = draw_required(step);
  uint32_t index = draw_below(rng, key_name_count);
  text meaning = is_known ? key_name(index) : text_of(arena_print("no.key.%u", index));
  if (!is_known && draw_chance(rng, 20))
    meaning = (text){"a\0b", draw_below(rng, 2) * 3};
  text_argument name = draw_text(step, meaning);
  pyxis_key key;
  OUT_FILL(key);
  keys_begin_reading();
  pyxis_key defined = is_known ? atomic_load(&key_facts[index].key) : 0;
  BEGIN(step, pyxis_key_find, "%s, %s", text_argument_show(&name), is_passed ? "&key" : "NULL");
  pyxis_status status = pyxis_key_find(name.data, name.length, is_passed ? &key : NULL);
  keys_end_reading();
  status_set refused = text_refusals(&name) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  status_set found = defined == 0 ? ONE(PYXIS_NOT_FOUND) : ONE(PYXIS_OK);
  /* Whether a name that no key can have is refused or just not found is not said. */
  if (meaning.length == 0 || memchr(meaning.data, 0, meaning.length) != NULL) {
    found |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
  call_ends(step, status, refused_or(refused, found));
  if (status != PYXIS_OK && is_passed)
    OUT_ZERO(key);
  if (status == PYXIS_OK && key != defined)
    fault("the key is %#x, not %#x", key, defined);
}

void step_key_name(step *step) {
  key_argument key = draw_key(step, 0);
  bool is_passed = draw_required(step);
  pyxis_string name;
  OUT_FILL(name);
  BEGIN(step, pyxis_key_name, "%s, %s", key_show(&key), is_passed ? "&name" : "NULL");
  pyxis_status status = pyxis_key_name(key.key, is_passed ? &name : NULL);
  status_set refused = key_refusals(&key, 0) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  call_ends(step, status, refused_or(refused, ONE(PYXIS_OK)));
  if (status == PYXIS_OK) {
    text expected = key_name((uint32_t)key.index);
    check_view("name", name, expected);
    view_hold(NULL, -1, 0, (text){name.data, name.length}, expected);
  } else if (is_passed) {
    OUT_ZERO(name);
  }
}

void step_key_type(step *step) {
  key_argument key = draw_key(step, 0);
  bool is_passed = draw_required(step);
  pyxis_type type;
  OUT_FILL(type);
  BEGIN(step, pyxis_key_type, "%s, %s", key_show(&key), is_passed ? "&type" : "NULL");
  pyxis_status status = pyxis_key_type(key.key, is_passed ? &type : NULL);
  status_set refused = key_refusals(&key, 0) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  call_ends(step, status, refused_or(refused, ONE(PYXIS_OK)));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(type);
  } else if (type != key_facts[key.index].definition.value.type) {
    fault("the type is %d", type);
  }
}

void step_key_flags(step *step) {
  key_argument key = draw_key(step, 0);
  bool is_passed = draw_required(step);
  uint32_t flags;
  OUT_FILL(flags);
  BEGIN(step, pyxis_key_flags, "%s, %s", key_show(&key), is_passed ? "&flags" : "NULL");
  pyxis_status status = pyxis_key_flags(key.key, is_passed ? &flags : NULL);
  status_set refused = key_refusals(&key, 0) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  call_ends(step, status, refused_or(refused, ONE(PYXIS_OK)));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(flags);
  } else if (flags != key_facts[key.index].definition.flags) {
    fault("the flags are %#x", flags);
  }
}
