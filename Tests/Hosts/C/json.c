/* Prints JSON to standard output. */
#include "json.h"

#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void print_text(const char *data, size_t length) {
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

void print_literal(const char *text) { print_text(text, strlen(text)); }

void print_double(double value) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  printf("%s%s", text, strpbrk(text, ".e") == NULL ? ".0" : "");
}

void print_variants(const pyxis_variants *variants) {
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

void print_report(const pyxis_report *report) {
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

void print_error(pyxis_status status, pyxis_error *error, const char *prefix) {
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
