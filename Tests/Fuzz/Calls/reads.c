#include <string.h>

#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "configurations.h"

/* Checks an effective value against what may be in force. */
static void check_effective(step *step, const key_argument *key, value seen) {
  candidates candidates = effective_contents(step->was_sure);
  for (uint32_t index = 0; index < candidates.count; index += 1) {
    if (!entry_reads_as(candidates.list[index], (uint32_t)key->index, &seen))
      continue;
    /* A value that both have tells nothing. */
    if (index > 0)
      effective_is(candidates.list[index]);
    return;
  }
  value expected = content_value(candidates.list[0], (uint32_t)key->index);
  fault("the value is %s, not %s", value_show(&seen), value_show(&expected));
}

/* Reads a value that has a fixed size, and checks everything but the value. */
#define READ(step, noun, kind, ctype, key, variable)                                               \
  key_argument key = draw_key(step, kind);                                                         \
  bool is_passed = draw_required(step);                                                            \
  ctype variable;                                                                                  \
  OUT_FILL(variable);                                                                              \
  BEGIN(step, pyxis_get_##noun, "%s, %s", key_show(&(key)), is_passed ? "&value" : "NULL");        \
  pyxis_status status = pyxis_get_##noun((key).key, is_passed ? &(variable) : NULL);               \
  call_ends(step, status, read_allowed(&(key), kind, is_passed));                                  \
  if (status != PYXIS_OK) {                                                                        \
    if (is_passed)                                                                                 \
      OUT_ZERO(variable);                                                                          \
    return;                                                                                        \
  }

void step_read_bool(step *step) {
  READ(step, bool, PYXIS_TYPE_BOOL, int32_t, key, seen)
  value value = {.type = PYXIS_TYPE_BOOL, .bits = (uint64_t)(int64_t)seen};
  check_effective(step, &key, value);
}

void step_read_int64(step *step) {
  READ(step, int64, PYXIS_TYPE_INT64, int64_t, key, seen)
  check_effective(step, &key, (value){.type = PYXIS_TYPE_INT64, .bits = (uint64_t)seen});
}

void step_read_double(step *step) {
  READ(step, double, PYXIS_TYPE_DOUBLE, double, key, seen)
  check_effective(step, &key, (value){.type = PYXIS_TYPE_DOUBLE, .bits = bits_of_double(seen)});
}

void step_read_capability(step *step) {
  READ(step, capability, PYXIS_TYPE_CAPABILITY, void *, key, seen)
  value value = {.type = PYXIS_TYPE_CAPABILITY, .bits = (uint64_t)(uintptr_t)seen};
  check_effective(step, &key, value);
}
