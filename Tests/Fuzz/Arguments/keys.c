#include "keys.h"

#include "../Model/arena.h"
#include "../Model/workers.h"

/* Something that no function made a key of. */
static pyxis_key draw_forged_key(rng *rng) {
  uint32_t index = draw_below(rng, key_name_count);
  pyxis_key key = atomic_load(&key_facts[index].key);
  switch (draw_below(rng, 5)) {
  case 0:
    return 0;
  case 1:
    return UINT32_MAX - draw_below(rng, 32);
  /* Another type than the key's. */
  case 2:
    return key ^ (1 + draw_below(rng, 15));
  case 3:
    return UINT32_C(1) << 30 | (uint32_t)draw_bits(rng);
  default:
    /* Other threads may be defining what comes next. */
    return is_concurrent() ? draw_below(rng, 16) : key + draw_below(rng, 64) * 8;
  }
}

key_argument draw_key(step *step, pyxis_type type) {
  rng *rng = &step->rng;
  key_argument argument;
  uint32_t index = draw_below(rng, key_name_count);
  if (draw_chance(rng, 6)) {
    argument.key = draw_forged_key(rng);
    argument.index = key_index(argument.key);
    bool is_other =
        argument.index < 0 && (key_is_filler(argument.key) || racy_key_is(argument.key));
    if (is_other)
      argument.key = 0;
    return argument;
  }
  /* Names whose type is usually this one, unless the step is about a wrong type. */
  if (type != 0 && draw_chance(rng, 92)) {
    index = index - index % 6 + (uint32_t)type - 1;
    if (index >= key_name_count)
      index -= 6;
  }
  argument.key = atomic_load(&key_facts[index].key);
  argument.index = argument.key == 0 ? -1 : (int32_t)index;
  return argument;
}

status_set key_refusals(const key_argument *argument, pyxis_type type) {
  if (argument->index < 0)
    return ONE(PYXIS_ERROR_INVALID_KEY);
  if (type != 0 && key_facts[argument->index].definition.value.type != type) {
    return ONE(PYXIS_ERROR_TYPE_MISMATCH);
  }
  return 0;
}

const char *key_show(const key_argument *argument) {
  if (argument->index < 0)
    return arena_print("%#x", argument->key);
  return arena_print("key(%s)", text_show(key_name((uint32_t)argument->index)));
}

status_set read_allowed(const key_argument *key, pyxis_type type, bool is_passed) {
  status_set refused =
      key_refusals(key, type) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  return refused_or(refused, ONE(PYXIS_OK));
}
