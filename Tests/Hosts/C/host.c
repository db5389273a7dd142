/*
 * A host written in C: prepares itself from its environment, opens two nested scopes, and prints
 * what it saw as one JSON document. ../Python/host.py and ../Swift do the same; ../compare.py
 * launches the three and compares them.
 *
 *   host                   prepare and print; exit status 3 if the preparation fails
 *   host --decode          decode launch payloads from standard input, a line of JSON for each
 *   host --decode-reports  the same for encoded reports
 *
 * A frame of standard input is its length in decimal, a newline, and that many bytes.
 */
#include <pyxis.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_PREPARATION 3

/* The entries of this host; the other hosts define the same ones. */
static pyxis_key color_scheme;
static pyxis_key subscription_status;
static pyxis_key animation_scale;
static pyxis_key retries;
static pyxis_key feature_beta;

/* Ends the process if a call that has no reason to fail did. */
static void check(pyxis_status status, const char *call) {
  if (status == PYXIS_OK)
    return;
  fprintf(stderr, "%s: %s: %s\n", call, pyxis_status_name(status), pyxis_status_text(status));
  exit(EXIT_FAILURE);
}

#define CHECK(call) check((call), #call)

static void *allocate(size_t size) {
  void *memory = malloc(size > 0 ? size : 1);
  if (memory == NULL) {
    fputs("out of memory\n", stderr);
    exit(EXIT_FAILURE);
  }
  return memory;
}

/* MARK: JSON */

/* Prints text as a JSON string. It is UTF-8 and may contain NUL and control characters. */
static void print_text(const char *data, size_t length) {
  putchar('"');
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)data[index];
    if (byte == '"' || byte == '\\')
      printf("\\%c", byte);
    else if (byte < 0x20 || byte == 0x7f)
      printf("\\u%04x", (unsigned)byte);
    else
      putchar(byte);
  }
  putchar('"');
}

static void print_string(pyxis_string string) { print_text(string.data, string.length); }

static void print_literal(const char *text) { print_text(text, strlen(text)); }

/* Prints a number so that reading it gives the same one, and that it reads as no integer. */
static void print_double(double value) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  printf("%s%s", text, strpbrk(text, ".e") == NULL ? ".0" : "");
}

static void print_variants(const pyxis_variants *variants) {
  size_t count = 0;
  CHECK(pyxis_variants_count(variants, &count));
  putchar('{');
  for (size_t index = 0; index < count; index++) {
    pyxis_string key, value;
    CHECK(pyxis_variants_at(variants, index, &key, &value));
    if (index > 0)
      putchar(',');
    print_string(key);
    putchar(':');
    print_string(value);
  }
  putchar('}');
}

static const char *status_word(pyxis_variant_status status) {
  switch (status) {
  case PYXIS_VARIANT_APPLIED:
    return "applied";
  case PYXIS_VARIANT_OBSERVED:
    return "observed";
  case PYXIS_VARIANT_UNSUPPORTED:
    return "unsupported";
  case PYXIS_VARIANT_UNVERIFIED:
    return "unverified";
  default:
    fprintf(stderr, "unknown variant status %" PRId32 "\n", status);
    exit(EXIT_FAILURE);
  }
}

static void print_report(const pyxis_report *report) {
  size_t count = 0;
  CHECK(pyxis_report_count(report, &count));
  putchar('{');
  for (size_t index = 0; index < count; index++) {
    pyxis_string key, value, reason;
    pyxis_variant_status status;
    CHECK(pyxis_report_at(report, index, &key, &status, &value, &reason));
    if (index > 0)
      putchar(',');
    print_string(key);
    fputs(":{\"status\":", stdout);
    print_literal(status_word(status));
    if (value.data != NULL) {
      fputs(",\"value\":", stdout);
      print_string(value);
    }
    if (reason.data != NULL) {
      fputs(",\"reason\":", stdout);
      print_string(reason);
    }
    putchar('}');
  }
  putchar('}');
}

/* Prints the `error` member for a failed call, and its message to standard error. Releases it. */
static void print_error(pyxis_status status, pyxis_error *error, const char *prefix) {
  if (pyxis_error_status(error) != status) {
    fprintf(stderr, "%s came with the error of %s\n", pyxis_status_name(status),
            pyxis_status_name(pyxis_error_status(error)));
    exit(EXIT_FAILURE);
  }
  fputs("\"error\":{\"status\":", stdout);
  print_literal(pyxis_status_name(status));
  size_t offset = 0;
  pyxis_status found = pyxis_error_offset(error, &offset);
  if (found == PYXIS_NOT_FOUND) {
    fputs(",\"offset\":null", stdout);
  } else {
    check(found, "pyxis_error_offset");
    printf(",\"offset\":%zu", offset);
  }
  fputs(",\"key\":", stdout);
  pyxis_string text;
  found = pyxis_error_key(error, &text);
  if (found == PYXIS_NOT_FOUND) {
    fputs("null", stdout);
  } else {
    check(found, "pyxis_error_key");
    print_string(text);
  }
  putchar('}');
  CHECK(pyxis_error_message(error, &text));
  fputs(prefix, stderr);
  fwrite(text.data, 1, text.length, stderr);
  fputc('\n', stderr);
  CHECK(pyxis_error_release(error));
}

/* MARK: Entries */

static void define_keys(void) {
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

static void print_step(const char *name) {
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

/* MARK: Preparation */

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

/* Copies the requested values into the typed entries. Returns 0, or 1 if a value is malformed. */
static int32_t copy_requested(pyxis_configuration *configuration, const pyxis_variants *requested) {
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

static int32_t configure(pyxis_configuration *configuration, void *user_data) {
  (void)user_data;
  pyxis_variants *requested = NULL;
  CHECK(pyxis_configuration_requested(configuration, &requested));
  int32_t failed = copy_requested(configuration, requested);
  CHECK(pyxis_variants_release(requested));
  return failed;
}

static void apply_color_scheme(const pyxis_string *key, const pyxis_string *value,
                               pyxis_result *result, void *user_data) {
  (void)key;
  (void)user_data;
  CHECK(pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value->data, value->length, NULL, 0));
}

/* Fails on purpose, with the reason that the library gives in Swift, where the adapter throws. */
static void apply_locale(const pyxis_string *key, const pyxis_string *value, pyxis_result *result,
                         void *user_data) {
  (void)key;
  (void)user_data;
  static const char before[] = "The adapter failed: locale ";
  static const char after[] = " is not installed here";
  size_t length = sizeof before - 1 + value->length + sizeof after - 1;
  char *reason = allocate(length);
  memcpy(reason, before, sizeof before - 1);
  memcpy(reason + sizeof before - 1, value->data, value->length);
  memcpy(reason + length - (sizeof after - 1), after, sizeof after - 1);
  CHECK(pyxis_result_set(result, PYXIS_VARIANT_UNVERIFIED, NULL, 0, reason, length));
  free(reason);
}

/* Reports what is in force: the staged configuration is the effective one here (R10). */
static void observe_beta(const pyxis_string *key, const pyxis_string *value, pyxis_result *result,
                         void *user_data) {
  (void)key;
  (void)value;
  (void)user_data;
  int32_t beta = 0;
  CHECK(pyxis_get_bool(feature_beta, &beta));
  CHECK(pyxis_result_set(result, PYXIS_VARIANT_OBSERVED, beta ? "true" : "false",
                         PYXIS_ZERO_TERMINATED, NULL, 0));
}

static pyxis_adapter adapter(const char *key, pyxis_adapter_function apply) {
  pyxis_adapter result = PYXIS_ADAPTER_INIT;
  result.key = key;
  result.apply = apply;
  return result;
}

static pyxis_status prepare(pyxis_report **report, pyxis_error **error) {
  pyxis_adapter adapters[] = {
      adapter("color_scheme", apply_color_scheme),
      adapter("locale", apply_locale),
      adapter("feature.beta", observe_beta),
  };
  pyxis_prepare_options options = PYXIS_PREPARE_OPTIONS_INIT;
  options.adapters = adapters;
  options.adapter_count = sizeof adapters / sizeof adapters[0];
  options.configure = configure;
  return pyxis_prepare(&options, report, error);
}

/* MARK: Scopes */

/* Runs in the outer scope, and opens the inner one. */
static void outer(void *user_data) {
  (void)user_data;
  putchar(',');
  print_step("outer scope");
  int32_t beta = 0;
  pyxis_configuration *configuration = NULL;
  pyxis_scope *scope = NULL;
  CHECK(pyxis_configuration_capture(&configuration));
  CHECK(pyxis_configuration_get_bool(configuration, feature_beta, &beta));
  CHECK(
      pyxis_configuration_set_string(configuration, color_scheme, "light", PYXIS_ZERO_TERMINATED));
  CHECK(pyxis_configuration_set_double(configuration, animation_scale, 0.5));
  CHECK(pyxis_configuration_set_bool(configuration, feature_beta, !beta));
  CHECK(pyxis_scope_open(configuration, &scope));
  CHECK(pyxis_configuration_release(configuration));
  putchar(',');
  print_step("inner scope");
  CHECK(pyxis_scope_close(scope));
  putchar(',');
  print_step("outer again");
}

static void print_steps(void) {
  pyxis_configuration *configuration = NULL;
  CHECK(pyxis_configuration_capture(&configuration));
  CHECK(pyxis_configuration_set_string(configuration, subscription_status, "trial",
                                       PYXIS_ZERO_TERMINATED));
  CHECK(pyxis_configuration_set_int64(configuration, retries, 5));
  putchar('[');
  print_step("before");
  CHECK(pyxis_scope_run(configuration, outer, NULL));
  CHECK(pyxis_configuration_release(configuration));
  putchar(',');
  print_step("after");
  putchar(']');
}

/* Prints the report that preparation returned, encoded, and the one that was published. */
static void print_reports(const pyxis_report *returned, const pyxis_configuration *configuration) {
  pyxis_report *published = NULL;
  pyxis_status status = pyxis_configuration_report(configuration, &published);
  if (status == PYXIS_NOT_FOUND && returned == NULL) {
    fputs("\"report\":null,\"encoded\":null", stdout);
    return;
  }
  check(status, "pyxis_configuration_report");
  fputs("\"report\":", stdout);
  print_report(published);
  CHECK(pyxis_report_release(published));
  pyxis_buffer *text = NULL;
  CHECK(pyxis_report_encode(returned, &text));
  fputs(",\"encoded\":", stdout);
  print_text(pyxis_buffer_data(text), pyxis_buffer_size(text));
  CHECK(pyxis_buffer_release(text));
}

static int run(void) {
  define_keys();
  pyxis_report *report = NULL;
  pyxis_error *error = NULL;
  pyxis_status status = prepare(&report, &error);
  fputs("{\"language\":\"C\",", stdout);
  if (status < 0) {
    print_error(status, error, "");
    fputs("}\n", stdout);
    return EXIT_PREPARATION;
  }
  if (status != PYXIS_NO_PAYLOAD)
    check(status, "pyxis_prepare");
  pyxis_configuration *configuration = NULL;
  pyxis_variants *requested = NULL;
  CHECK(pyxis_configuration_capture(&configuration));
  CHECK(pyxis_configuration_requested(configuration, &requested));
  printf("\"prepared\":%s,\"requested\":", status == PYXIS_OK ? "true" : "false");
  print_variants(requested);
  fputs(",\"steps\":", stdout);
  print_steps();
  putchar(',');
  print_reports(report, configuration);
  fputs("}\n", stdout);
  CHECK(pyxis_variants_release(requested));
  CHECK(pyxis_configuration_release(configuration));
  CHECK(pyxis_report_release(report));
  return EXIT_SUCCESS;
}

/* MARK: Decoding */

static void print_decoded_variants(const char *text, size_t length, const char *prefix) {
  pyxis_variants *variants = NULL;
  pyxis_error *error = NULL;
  pyxis_status status = pyxis_variants_decode(text, length, &variants, &error);
  if (status < 0) {
    print_error(status, error, prefix);
    return;
  }
  check(status, "pyxis_variants_decode");
  fputs("\"requested\":", stdout);
  print_variants(variants);
  CHECK(pyxis_variants_release(variants));
}

static void print_decoded_report(const char *text, size_t length, const char *prefix) {
  pyxis_report *report = NULL;
  pyxis_error *error = NULL;
  pyxis_status status = pyxis_report_decode(text, length, &report, &error);
  if (status < 0) {
    print_error(status, error, prefix);
    return;
  }
  check(status, "pyxis_report_decode");
  fputs("\"report\":", stdout);
  print_report(report);
  CHECK(pyxis_report_release(report));
}

/* Decodes each frame of standard input, and prints a line for it. */
static int decode_frames(void (*print_decoded)(const char *, size_t, const char *)) {
  size_t length = 0;
  int fields = 0;
  for (unsigned index = 0; (fields = scanf("%zu", &length)) == 1; index++) {
    char *text = allocate(length);
    if (getchar() != '\n' || fread(text, 1, length, stdin) != length) {
      fputs("a frame is cut short\n", stderr);
      return EXIT_FAILURE;
    }
    char prefix[32];
    snprintf(prefix, sizeof prefix, "frame %u: ", index);
    putchar('{');
    print_decoded(text, length, prefix);
    fputs("}\n", stdout);
    fflush(stdout);
    free(text);
  }
  return fields == EOF && feof(stdin) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **arguments) {
  int result = 2;
  if (count == 1)
    result = run();
  else if (count == 2 && strcmp(arguments[1], "--decode") == 0)
    result = decode_frames(print_decoded_variants);
  else if (count == 2 && strcmp(arguments[1], "--decode-reports") == 0)
    result = decode_frames(print_decoded_report);
  else
    fprintf(stderr, "usage: %s [--decode | --decode-reports]\n", arguments[0]);
  return fflush(stdout) == 0 ? result : EXIT_FAILURE;
}
