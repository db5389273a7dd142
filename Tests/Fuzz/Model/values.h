/* Values of entries. */
#ifndef FUZZ_VALUES_H
#define FUZZ_VALUES_H

#include <pyxis.h>
#include <stdbool.h>
#include <stdint.h>

#include "owned.h"
#include "text.h"

typedef struct value {
  pyxis_type type;
  /* A boolean, an integer, a double's bits or a capability's address. */
  uint64_t bits;
  /* A string or bytes. */
  text text;
  /* What a capability owns, or NULL. */
  owned *owned;
} value;

/* Whether the values are the same to the library: doubles by bits, capabilities by address. */
bool value_equal(const value *one, const value *other);
value value_zero(pyxis_type type);
const char *value_show(const value *value);

#endif
