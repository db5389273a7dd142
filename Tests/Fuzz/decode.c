/* A target for libFuzzer: the decoders of launch payloads and reports, through the C API.
 *
 * What is accepted must come out the same after it was encoded and decoded again. What is refused
 * must come with an error that says why, and where.
 */
#include <pyxis.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process where something is not as it must be. */
static void require(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "decode: this does not hold: %s\n", what);
  abort();
}

static bool is_equal(pyxis_string one, pyxis_string other) {
  if (one.data == NULL || other.data == NULL)
    return one.data == other.data;
  return one.length == other.length && memcmp(one.data, other.data, one.length) == 0;
}

/* Whether the bytes of one come before those of the other. */
static bool is_less(pyxis_string one, pyxis_string other) {
  size_t shorter = one.length < other.length ? one.length : other.length;
  int order = memcmp(one.data, other.data, shorter);
  return order != 0 ? order < 0 : one.length < other.length;
}

/* MARK: Errors */

static void check_error(pyxis_error *error, pyxis_status status, size_t size, bool has_offset) {
  pyxis_string message = {NULL, 0}, key;
  size_t offset = 0;
  require(error != NULL, "a refused text has an error");
  require(pyxis_error_status(error) == status, "the error has the status of the call");
  require(pyxis_error_message(error, &message) == PYXIS_OK, "the error has a message");
  require(message.length > 0 && message.data[message.length] == 0, "the message says something");
  pyxis_status found = pyxis_error_offset(error, &offset);
  require(found == (has_offset ? PYXIS_OK : PYXIS_NOT_FOUND), "malformed text has an offset");
  require(offset <= size, "the offset is in the text");
  found = pyxis_error_key(error, &key);
  if (status == PYXIS_ERROR_INVALID_REPORT) {
    require(found == PYXIS_OK && key.length > 0, "the error of an invalid report has a key");
  }
  require(pyxis_error_release(error) == PYXIS_OK, "an error can be released");
}

/* MARK: Payloads */

static void check_variants(const pyxis_variants *one, const pyxis_variants *other) {
  size_t count = 0, other_count = 0;
  pyxis_string before = {"", 0};
  pyxis_variants_count(one, &count);
  pyxis_variants_count(other, &other_count);
  require(count == other_count, "there are as many variants again");
  for (size_t index = 0; index < count; index += 1) {
    pyxis_string key, value, other_key, other_value, found;
    require(pyxis_variants_at(one, index, &key, &value) == PYXIS_OK, "each variant is there");
    require(pyxis_variants_at(other, index, &other_key, &other_value) == PYXIS_OK,
            "each variant is there again");
    require(is_equal(key, other_key) && is_equal(value, other_value), "the variants are equal");
    require(is_less(before, key), "the keys are sorted and none is empty");
    require(memchr(key.data, 0, key.length) == NULL, "no key has a NUL");
    pyxis_status status = pyxis_variants_find(one, key.data, key.length, &found);
    require(status == PYXIS_OK && is_equal(found, value), "each variant is found by its key");
    before = key;
  }
}

static void decode_payload(const char *text, size_t size) {
  pyxis_variants *variants = NULL, *again = NULL;
  pyxis_error *error = NULL;
  pyxis_buffer *payload = NULL;
  pyxis_status status = pyxis_variants_decode(text, size, &variants, &error);
  if (status != PYXIS_OK) {
    bool is_malformed = status == PYXIS_ERROR_MALFORMED_PAYLOAD;
    require(is_malformed || status == PYXIS_ERROR_UNSUPPORTED_VERSION, "the status is documented");
    require(variants == NULL, "a refused payload has no variants");
    check_error(error, status, size, is_malformed);
    return;
  }
  require(error == NULL, "an accepted payload has no error");
  require(pyxis_variants_encode(variants, &payload, NULL) == PYXIS_OK, "variants can be encoded");
  status =
      pyxis_variants_decode(pyxis_buffer_data(payload), pyxis_buffer_size(payload), &again, NULL);
  require(status == PYXIS_OK, "what was encoded can be decoded");
  check_variants(variants, again);
  pyxis_buffer_release(payload);
  pyxis_variants_release(again);
  pyxis_variants_release(variants);
}

/* MARK: Reports */

static void check_reports(const pyxis_report *one, const pyxis_report *other) {
  size_t count = 0, other_count = 0;
  pyxis_string before = {"", 0};
  pyxis_report_count(one, &count);
  pyxis_report_count(other, &other_count);
  require(count == other_count, "there are as many results again");
  for (size_t index = 0; index < count; index += 1) {
    pyxis_string key, value, reason, other_key, other_value, other_reason;
    pyxis_variant_status status = 0, other_status = 0;
    require(pyxis_report_at(one, index, &key, &status, &value, &reason) == PYXIS_OK,
            "each result is there");
    require(pyxis_report_at(other, index, &other_key, &other_status, &other_value, &other_reason) ==
                PYXIS_OK,
            "each result is there again");
    require(is_equal(key, other_key) && status == other_status, "the keys and statuses are equal");
    require(is_equal(value, other_value) && is_equal(reason, other_reason),
            "the values and reasons are equal");
    require(is_less(before, key), "the keys are sorted and none is empty");
    bool needs_value = status == PYXIS_VARIANT_APPLIED || status == PYXIS_VARIANT_OBSERVED;
    require((needs_value ? value.data : reason.data) != NULL, "each result is valid");
    before = key;
  }
}

static void decode_report(const char *text, size_t size) {
  pyxis_report *report = NULL, *again = NULL;
  pyxis_error *error = NULL;
  pyxis_buffer *encoded = NULL;
  pyxis_status status = pyxis_report_decode(text, size, &report, &error);
  if (status != PYXIS_OK) {
    bool is_malformed = status == PYXIS_ERROR_MALFORMED_REPORT;
    require(is_malformed || status == PYXIS_ERROR_INVALID_REPORT, "the status is documented");
    require(report == NULL, "a refused text has no report");
    check_error(error, status, size, is_malformed);
    return;
  }
  require(error == NULL, "an accepted report has no error");
  require(pyxis_report_encode(report, &encoded, NULL) == PYXIS_OK, "a report can be encoded");
  status =
      pyxis_report_decode(pyxis_buffer_data(encoded), pyxis_buffer_size(encoded), &again, NULL);
  require(status == PYXIS_OK, "what was encoded can be decoded");
  check_reports(report, again);
  pyxis_buffer_release(encoded);
  pyxis_report_release(again);
  pyxis_report_release(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  decode_payload(text, size);
  decode_report(text, size);
  return 0;
}
