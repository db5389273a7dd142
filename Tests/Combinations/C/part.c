/* The part in C: inside a C program, or in a plugin that is linked with the library that ships. */
#include "parts.h"

#include <pyxis.h>
#include <stdlib.h>

/* Every part defines the key for itself: the same name, type and default are the same entry. */
static pyxis_key retries(void) {
  pyxis_key key = 0;
  if (pyxis_key_define_int64("retries", PYXIS_ZERO_TERMINATED, 3, 0, &key, NULL) != PYXIS_OK)
    abort();
  return key;
}

int64_t c_part_read(void) {
  int64_t value = 0;
  if (pyxis_get_int64(retries(), &value) != PYXIS_OK)
    abort();
  return value;
}

static pyxis_configuration *overriding(int64_t value) {
  pyxis_configuration *configuration = NULL;
  if (pyxis_configuration_capture(&configuration) != PYXIS_OK ||
      pyxis_configuration_set_int64(configuration, retries(), value) != PYXIS_OK)
    abort();
  return configuration;
}

void c_part_run(int64_t value, part_operation operation, void *user_data) {
  pyxis_configuration *configuration = overriding(value);
  if (pyxis_scope_run(configuration, operation, user_data) != PYXIS_OK ||
      pyxis_configuration_release(configuration) != PYXIS_OK)
    abort();
}

void c_part_run_open(int64_t value, part_operation operation, void *user_data) {
  pyxis_configuration *configuration = overriding(value);
  pyxis_scope *scope = NULL;
  if (pyxis_scope_open(configuration, &scope) != PYXIS_OK ||
      pyxis_configuration_release(configuration) != PYXIS_OK)
    abort();
  operation(user_data);
  if (pyxis_scope_close(scope) != PYXIS_OK)
    abort();
}

static int32_t configure(pyxis_configuration *configuration, void *user_data) {
  (void)user_data;
  pyxis_variants *requested = NULL;
  pyxis_string text;
  if (pyxis_configuration_requested(configuration, &requested) != PYXIS_OK ||
      pyxis_variants_find(requested, "retries", PYXIS_ZERO_TERMINATED, &text) != PYXIS_OK)
    return 1;
  pyxis_status status =
      pyxis_configuration_set_int64(configuration, retries(), strtoll(text.data, NULL, 10));
  pyxis_variants_release(requested);
  return status;
}

int32_t c_part_prepare(const char *payload) {
  const char *environment[] = {payload, NULL};
  pyxis_prepare_options options = PYXIS_PREPARE_OPTIONS_INIT;
  options.environment = environment;
  options.configure = configure;
  return pyxis_prepare(&options, NULL, NULL);
}

size_t c_part_key_count(void) {
  size_t count = 0;
  if (pyxis_key_count(&count) != PYXIS_OK)
    abort();
  return count;
}
