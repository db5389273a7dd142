#include "windows.h"

#include <stddef.h>

enum { most_values = 13 };

static const struct window_variant {
  const char *key;
  /* The last one is NULL. */
  const char *values[most_values];
} variants_of_windows[] = {
    {"color_scheme", {"light", "dark", "system"}},
    {"accessibility.contrast", {"normal", "high"}},
    {"accessibility.content_size",
     {"x_small", "small", "medium", "large", "x_large", "xx_large", "xxx_large",
      "accessibility_medium", "accessibility_large", "accessibility_x_large",
      "accessibility_xx_large", "accessibility_xxx_large"}},
};

static const struct window_variant *find(text key) {
  size_t count = sizeof variants_of_windows / sizeof variants_of_windows[0];
  for (size_t index = 0; index < count; index += 1) {
    if (text_equal(key, text_of(variants_of_windows[index].key)))
      return &variants_of_windows[index];
  }
  return NULL;
}

bool window_key_is_known(text key) { return find(key) != NULL; }

bool window_value_is_known(const variant *variant) {
  const struct window_variant *known = find(variant->key);
  for (size_t index = 0; known != NULL && known->values[index] != NULL; index += 1) {
    if (text_equal(variant->value, text_of(known->values[index])))
      return true;
  }
  return false;
}
