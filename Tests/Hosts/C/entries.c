/* The entries of this host, and how their values are read from text. */
#include "entries.h"

#include "check.h"
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pyxis_key color_scheme;
pyxis_key subscription_status;
pyxis_key animation_scale;
pyxis_key retries;
pyxis_key feature_beta;

void define_keys(void) {
  CHECK(pyxis_key_define_string("color_scheme", PYXIS_ZERO_TERMINATED, "system",
                                PYXIS_ZERO_TERMINATED, 0, &color_scheme, NULL));
  CHECK(pyxis_key_define_string("subscription.status", PYXIS_ZERO_TERMINATED, "none",
                                PYXIS_ZERO_TERMINATED, 0, &subscription_status, NULL));
  CHECK(pyxis_key_define_double("animation.scale", PYXIS_ZERO_TERMINATED, 1.0, 0, &animation_scale,
                                NULL));
  CHECK(pyxis_key_define_int64("retries", PYXIS_ZERO_TERMINATED, 3, 0, &retries, NULL));
  CHECK(pyxis_key_define_bool("feature.beta", PYXIS_ZERO_TERMINATED, 0, 0, &feature_beta, NULL));
}

/* Prints the effective value of a string entry, of whatever length. */
static void print_effective_string(pyxis_key key) {
  char small[64];
  size_t length = 0;
  pyxis_status status = pyxis_get_string(key, small, sizeof small, &length);
  if (status != PYXIS_ERROR_BUFFER_TOO_SMALL) {
    check(status, "pyxis_get_string");
    print_text(small, length);
    return;
  }
  size_t capacity = length + 1;
  char *large = allocate(capacity);
  CHECK(pyxis_get_string(key, large, capacity, &length));
  print_text(large, length);
  free(large);
}

void print_step(const char *name) {
  double scale = 0;
  int64_t count = 0;
  int32_t beta = 0;
  CHECK(pyxis_get_double(animation_scale, &scale));
  CHECK(pyxis_get_int64(retries, &count));
  CHECK(pyxis_get_bool(feature_beta, &beta));
  fputs("{\"name\":", stdout);
  print_literal(name);
  fputs(",\"entries\":{\"color_scheme\":", stdout);
  print_effective_string(color_scheme);
  fputs(",\"subscription.status\":", stdout);
  print_effective_string(subscription_status);
  fputs(",\"animation.scale\":", stdout);
  print_double(scale);
  printf(",\"retries\":%" PRId64 ",\"feature.beta\":%s}}", count, beta ? "true" : "false");
}

/* MARK: Requested values */

static int is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Reads `-?[0-9]+` within the range of int64_t, and nothing else. */
static int parse_int64(pyxis_string text, int64_t *value) {
  size_t index = text.length > 0 && text.data[0] == '-' ? 1 : 0;
  int negative = index == 1;
  if (index == text.length)
    return 0;
  int64_t result = 0; /* Kept negative: the range reaches further there. */
  for (; index < text.length; index++) {
    if (!is_digit(text.data[index]))
      return 0;
    int digit = text.data[index] - '0';
    if (result < (INT64_MIN + digit) / 10)
      return 0;
    result = result * 10 - digit;
  }
  if (!negative && result == INT64_MIN)
    return 0;
  *value = negative ? result : -result;
  return 1;
}

static size_t skip_digits(pyxis_string text, size_t index) {
  while (index < text.length && is_digit(text.data[index]))
    index++;
  return index;
}

/* Reads a finite number as JSON writes it, and nothing else. */
static int parse_double(pyxis_string text, double *value) {
  size_t start = text.length > 0 && text.data[0] == '-' ? 1 : 0;
  size_t end = skip_digits(text, start);
  if (end == start || (end > start + 1 && text.data[start] == '0'))
    return 0;
  if (end < text.length && text.data[end] == '.') {
    start = end + 1;
    end = skip_digits(text, start);
    if (end == start)
      return 0;
  }
  if (end < text.length && (text.data[end] == 'e' || text.data[end] == 'E')) {
    start = end + 1;
    if (start < text.length && (text.data[start] == '+' || text.data[start] == '-'))
      start++;
    end = skip_digits(text, start);
    if (end == start)
      return 0;
  }
  if (end != text.length)
    return 0;
  *value = strtod(text.data, NULL); /* A NUL follows the text; the process has the "C" locale. */
  return isfinite(*value) != 0;
}

static int is_text(pyxis_string string, const char *text) {
  return string.length == strlen(text) && memcmp(string.data, text, string.length) == 0;
}

static int parse_bool(pyxis_string text, int32_t *value) {
  *value = is_text(text, "true");
  return *value || is_text(text, "false");
}

/* Whether a variant was requested. */
static int find(const pyxis_variants *requested, const char *key, pyxis_string *value) {
  pyxis_status status = pyxis_variants_find(requested, key, PYXIS_ZERO_TERMINATED, value);
  if (status == PYXIS_NOT_FOUND)
    return 0;
  check(status, "pyxis_variants_find");
  return 1;
}

static void set_string(pyxis_configuration *configuration, pyxis_key key,
                       const pyxis_variants *requested, const char *name) {
  pyxis_string text;
  if (find(requested, name, &text))
    CHECK(pyxis_configuration_set_string(configuration, key, text.data, text.length));
}

int32_t copy_requested(pyxis_configuration *configuration, const pyxis_variants *requested) {
  pyxis_string text;
  set_string(configuration, color_scheme, requested, "color_scheme");
  set_string(configuration, subscription_status, requested, "subscription.status");
  if (find(requested, "animation.scale", &text)) {
    double scale;
    if (!parse_double(text, &scale))
      return 1;
    CHECK(pyxis_configuration_set_double(configuration, animation_scale, scale));
  }
  if (find(requested, "retries", &text)) {
    int64_t count;
    if (!parse_int64(text, &count))
      return 1;
    CHECK(pyxis_configuration_set_int64(configuration, retries, count));
  }
  if (find(requested, "feature.beta", &text)) {
    int32_t beta;
    if (!parse_bool(text, &beta))
      return 1;
    CHECK(pyxis_configuration_set_bool(configuration, feature_beta, beta));
  }
  return 0;
}
