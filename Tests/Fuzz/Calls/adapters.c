#include <string.h>

#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "launching.h"
#include "windows.h"

/* How a field of an older struct reads, given how much of the struct there is. */
#define HAS_FIELD(type, field, size)                                                               \
  ((size) >= offsetof(type, field) + sizeof(((type *)NULL)->field))

/* The key of something that is requested and has no adapter yet, or any. */
static text draw_adapter_key(launching *launching, const variants *requested, uint32_t index) {
  rng *rng = &launching->step->rng;
  text any = draw_variant_key(rng);
  if (requested == NULL || requested->count == 0 || draw_chance(rng, 40))
    return any;
  text key = requested->list[draw_below(rng, (uint32_t)requested->count)].key;
  for (uint32_t before = 0; before < index; before += 1) {
    if (text_equal(launching->drawn[before].key, key))
      return any;
  }
  return key;
}

/* No flag, or one that has a meaning for the key, or one that has none. */
static uint32_t draw_flags(rng *rng, text key) {
  if (draw_chance(rng, window_key_is_known(key) ? 40 : 2))
    return PYXIS_ADAPTER_KNOWN_VALUES;
  return draw_chance(rng, 3) ? 1u << draw_below(rng, 32) : 0;
}

static void draw_adapter(launching *launching, const variants *requested, uint32_t index,
                         pyxis_adapter *passed, uint32_t size) {
  step *step = launching->step;
  adapter *adapter = &launching->drawn[index];
  text meaning = draw_adapter_key(launching, requested, index);
  if (draw_chance(&step->rng, 3))
    meaning = (text){"a\0b", draw_below(&step->rng, 2) * 3};
  text_argument key = draw_text(step, meaning);
  owned_add(&adapter->owned, "adapter's data", false);
  adapter->owned.unnoticed =
      draw_chance(&step->rng, 20) || !HAS_FIELD(pyxis_adapter, destroy, size);
  adapter->key = meaning;
  adapter->user_data = HAS_FIELD(pyxis_adapter, user_data, size) ? &adapter->owned : NULL;
  *passed = (pyxis_adapter){
      .struct_size = size,
      .flags = draw_flags(&step->rng, meaning),
      .key = key.data,
      .key_length = key.length,
      .apply = draw_chance(&step->rng, 3) ? NULL : apply_callback,
      .user_data = &adapter->owned,
      .destroy = owned_destroy_function(&adapter->owned),
  };
  adapter->checks_value = passed->flags == PYXIS_ADAPTER_KNOWN_VALUES;
  bool is_meaningless =
      passed->flags != 0 && !(adapter->checks_value && window_key_is_known(meaning));
  launching->refused |= text_refusals(&key);
  bool is_unnameable = meaning.length == 0 || memchr(meaning.data, 0, meaning.length) != NULL;
  if (is_unnameable || is_meaningless || passed->apply == NULL ||
      !HAS_FIELD(pyxis_adapter, apply, size)) {
    launching->refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
  for (uint32_t before = 0; before < index; before += 1) {
    if (!text_equal(launching->drawn[before].key, meaning))
      continue;
    launching->refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
}

/* The size of an adapter's struct: this version's, an older or newer one's, or none. */
static uint32_t draw_struct_size(step *step, uint32_t current) {
  static const uint32_t others[] = {0, 4, 8, 12, 16, 24, 32, 40, 48, 56, 64, 128, 4096};
  if (draw_chance(&step->rng, 90))
    return current;
  if (draw_chance(&step->rng, 40))
    return draw_below(&step->rng, 200);
  return others[draw_below(&step->rng, sizeof others / sizeof others[0])];
}

static bool is_struct_size(uint32_t size) { return size >= 8 && size % 8 == 0; }

void draw_adapters(launching *launching, const variants *requested) {
  step *step = launching->step;
  rng *rng = &step->rng;
  launching->count = draw_below(rng, most_adapters + 1);
  if (launching->count == 0 && draw_chance(rng, 50))
    return;
  uint32_t size = draw_struct_size(step, sizeof(pyxis_adapter));
  uint32_t room = is_struct_size(size) ? size : (uint32_t)sizeof(pyxis_adapter);
  char *memory = step_make(step, launching->count * room + 8);
  launching->adapters = (const pyxis_adapter *)(const void *)memory;
  launching->read_count = is_struct_size(size) ? (uint32_t)launching->count : 0;
  if (launching->count > 0 && !is_struct_size(size)) {
    launching->refused |= ONE(PYXIS_ERROR_INVALID_STRUCT);
  }
  for (uint32_t index = 0; index < launching->count; index += 1) {
    pyxis_adapter passed;
    char *element = memory + index * room;
    draw_adapter(launching, requested, index, &passed, size);
    memcpy(element, &passed, room < sizeof passed ? room : sizeof passed);
    if (room > sizeof passed && draw_chance(rng, 20)) {
      /* Something that this version knows nothing of. */
      element[sizeof passed + draw_below(rng, room - (uint32_t)sizeof passed)] = 1;
      launching->refused |= ONE(PYXIS_ERROR_INVALID_STRUCT);
    }
    if (index > 0 && draw_below(rng, 60) == 0 && launching->read_count > index) {
      /* Another size than the one before has. */
      uint32_t other = size + 8;
      memcpy(element, &other, sizeof other);
      launching->read_count = index;
      launching->refused |= ONE(PYXIS_ERROR_INVALID_STRUCT);
    }
  }
  if (launching->count > 0 && draw_chance(rng, 2)) {
    launching->refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
    launching->read_count = 0;
    if (draw_chance(rng, 50)) {
      launching->adapters = NULL;
    } else {
      launching->count = SIZE_MAX - draw_below(rng, 2) * (SIZE_MAX / 2);
    }
  }
}

void hand_over_adapters(launching *launching) {
  for (uint32_t index = 0; index < most_adapters; index += 1) {
    owned *owned = &launching->drawn[index].owned;
    if (owned->what == NULL)
      continue;
    if (index >= launching->read_count)
      owned->uncertain = true;
    owned_release(owned);
  }
}

const char *adapters_show(const launching *launching) {
  if (launching->adapters == NULL)
    return arena_print("NULL, %#zx", launching->count);
  const char *text = "{";
  for (uint32_t index = 0; index < most_adapters; index += 1) {
    const adapter *adapter = &launching->drawn[index];
    if (adapter->owned.what == NULL)
      continue;
    text = arena_print("%s%s%s", text, index == 0 ? "" : ", ", text_show(adapter->key));
  }
  uint32_t size = 0;
  if (launching->count > 0)
    memcpy(&size, launching->adapters, sizeof size);
  return arena_print("%s} of size %u, %#zx", text, size, launching->count);
}
