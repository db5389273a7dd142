#include "values.h"

#include <inttypes.h>

#include "arena.h"

static bool is_text(pyxis_type type) {
  return type == PYXIS_TYPE_STRING || type == PYXIS_TYPE_BYTES;
}

bool value_equal(const value *one, const value *other) {
  if (one->type != other->type)
    return false;
  return is_text(one->type) ? text_equal(one->text, other->text) : one->bits == other->bits;
}

value value_zero(pyxis_type type) {
  return (value){.type = type, .text = {is_text(type) ? "" : NULL, 0}};
}

const char *value_show(const value *value) {
  if (is_text(value->type))
    return text_show(value->text);
  return arena_print("%" PRId64, (int64_t)value->bits);
}
