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

#include "check.h"
#include "entries.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_PREPARATION 3

/* MARK: Preparation */

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
  CHECK(pyxis_report_encode(returned, &text, NULL));
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
