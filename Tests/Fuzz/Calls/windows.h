/* The variants of windows, whose values are known. */
#ifndef FUZZ_WINDOWS_H
#define FUZZ_WINDOWS_H

#include <stdbool.h>

#include "../Model/variants.h"

/* Whether a variant of that key has known values. */
bool window_key_is_known(text key);
/* Whether the value is one that a variant of that key is known to have. */
bool window_value_is_known(const variant *variant);

#endif
