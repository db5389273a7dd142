#include "../Drawing/payloads.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "errors.h"
#include "json.h"
#include "reports.h"

static void check_encoded_result(json *reader, result *expected) {
  static const char *const words[] = {"", "applied", "observed", "unsupported", "unverified"};
  text value = {NULL, 0}, reason = {NULL, 0}, status = {NULL, 0}, member;
  json_begin_object(reader);
  while (json_next_key(reader, &member)) {
    text string = json_string(reader);
    if (text_equal(member, text_of("status"))) {
      status = string;
    } else if (text_equal(member, text_of("value"))) {
      value = string;
    } else if (text_equal(member, text_of("reason"))) {
      reason = string;
    } else {
      fault("a result has the member %s", text_show(member));
    }
  }
  if (!text_equal(status, text_of(words[expected->status]))) {
    fault("a status is %s", text_show(status));
  }
  if (!fact_agrees(&expected->value, value)) {
    fault("a value is %s, not %s", text_show(value), fact_show(&expected->value));
  }
  if (!fact_agrees(&expected->reason, reason)) {
    fault("a reason is %s, not %s", text_show(reason), fact_show(&expected->reason));
  }
}

static void check_encoded(text encoded, const report *expected) {
  json reader = json_reader(encoded);
  text key;
  size_t index = 0;
  json_begin_object(&reader);
  if (!json_next_key(&reader, &key) || !text_equal(key, text_of("variants"))) {
    fault("the text has no 'variants'");
  }
  json_begin_object(&reader);
  for (; json_next_key(&reader, &key); index += 1) {
    if (index >= expected->count || !text_equal(key, expected->list[index]->key)) {
      fault("result %zu is of %s", index, text_show(key));
    }
    check_encoded_result(&reader, expected->list[index]);
  }
  if (index != expected->count)
    fault("there are %zu results", index);
  if (json_next_key(&reader, &key))
    fault("the text has %s", text_show(key));
  json_end(&reader);
}

void step_report_encode(step *step) {
  handle_argument argument = draw_handle(step, kind_report);
  handle_out out, error;
  draw_handle_out(step, &out, kind_buffer);
  draw_optional_handle_out(step, &error, kind_error);
  const report *known = known_report(&argument);
  BEGIN(step, pyxis_report_encode, "%s, %s, %s", argument.shown, handle_out_show(&out),
        handle_out_show(&error));
  pyxis_status status =
      pyxis_report_encode(HANDLE(const pyxis_report, argument), HANDLE_OUT(pyxis_buffer, out),
                          HANDLE_OUT(pyxis_error, error));
  status_set refused =
      handle_refusals(&argument) | (out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0);
  /* Covering can add a key that is canonically equivalent to another: no reader would take it. */
  status_set outcomes = known == NULL           ? ONE(PYXIS_OK) | ONE(PYXIS_ERROR_INVALID_REPORT)
                        : report_clashes(known) ? ONE(PYXIS_ERROR_INVALID_REPORT)
                                                : ONE(PYXIS_OK);
  call_ends(step, status, handle_outcomes(&argument, refused_or(refused, outcomes)));
  check_error(step, &error, status, (error_hints){0});
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  object *buffer = handle_out_stored(step, &out);
  const pyxis_buffer *handle = (const pyxis_buffer *)buffer->bits;
  text encoded = {pyxis_buffer_data(handle), pyxis_buffer_size(handle)};
  if (encoded.data == NULL)
    fault("the text has no data");
  buffer->text = fact_exact(text_copy(encoded.data, encoded.length));
  if (known != NULL)
    check_encoded(encoded, known);
}

void step_report_decode(step *step) {
  encoded_report encoded = draw_encoded_report(&step->rng);
  text_argument text = draw_text(step, encoded.text);
  handle_out out, error;
  draw_handle_out(step, &out, kind_report);
  draw_optional_handle_out(step, &error, kind_error);
  BEGIN(step, pyxis_report_decode, "%s, %s, %s", text_argument_show(&text), handle_out_show(&out),
        handle_out_show(&error));
  pyxis_status status = pyxis_report_decode(text.data, text.length, HANDLE_OUT(pyxis_report, out),
                                            HANDLE_OUT(pyxis_error, error));
  status_set refused = out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0;
  status_set outcomes = ONE(encoded.status);
  if (text.form == form_null || text.form == form_too_long) {
    refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
  if (text.form == form_not_utf8)
    outcomes = ONE(PYXIS_ERROR_MALFORMED_REPORT);
  call_ends(step, status, refused_or(refused, outcomes));
  error_hints hints = {.reads_text = status == PYXIS_ERROR_MALFORMED_REPORT,
                       .text_length = text.length == PYXIS_ZERO_TERMINATED ? encoded.text.length
                                                                           : text.length};
  if (status == PYXIS_ERROR_INVALID_REPORT)
    hints.key = encoded.key;
  check_error(step, &error, status, hints);
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  object *report = handle_out_stored(step, &out);
  report->report = encoded.report;
  check_report(step, report);
}
