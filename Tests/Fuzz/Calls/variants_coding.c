#include "../Drawing/payloads.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "errors.h"
#include "json.h"
#include "variants.h"

void step_variants_decode(step *step) {
  payload payload = draw_payload(&step->rng);
  text_argument text = draw_text(step, payload.text);
  handle_out out, error;
  draw_handle_out(step, &out, kind_variants);
  draw_optional_handle_out(step, &error, kind_error);
  BEGIN(step, pyxis_variants_decode, "%s, %s, %s", text_argument_show(&text), handle_out_show(&out),
        handle_out_show(&error));
  pyxis_status status = pyxis_variants_decode(
      text.data, text.length, HANDLE_OUT(pyxis_variants, out), HANDLE_OUT(pyxis_error, error));
  status_set refused = out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0;
  status_set outcomes = ONE(payload.status);
  if (text.form == form_null || text.form == form_too_long) {
    refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
  if (text.form == form_not_utf8)
    outcomes = ONE(PYXIS_ERROR_MALFORMED_PAYLOAD);
  call_ends(step, status, refused_or(refused, outcomes));
  error_hints hints = {.version = payload.version,
                       .reads_text = status == PYXIS_ERROR_MALFORMED_PAYLOAD,
                       .text_length = text.length == PYXIS_ZERO_TERMINATED ? payload.text.length
                                                                           : text.length};
  check_error(step, &error, status, hints);
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  variants *decoded = variants_copy(payload.requested);
  variants_sort(decoded);
  handle_out_stored(step, &out)->variants = decoded;
}

/* Checks that a payload asks for exactly these variants, in the order of their keys' bytes. */
static void check_payload(text payload, const variants *expected) {
  json reader = json_reader(payload);
  variants *seen = variants_make();
  text member;
  text before = {NULL, 0};
  bool has_version = false;
  json_begin_object(&reader);
  while (json_next_key(&reader, &member)) {
    if (text_equal(member, text_of("version"))) {
      has_version = text_equal(json_scalar(&reader), text_of("1"));
      continue;
    }
    if (!text_equal(member, text_of("requested")))
      fault("the payload has %s", text_show(member));
    text key;
    json_begin_object(&reader);
    while (json_next_key(&reader, &key)) {
      if (before.data != NULL && text_compare(before, key) >= 0)
        fault("the keys are not sorted");
      variants_set(seen, key, json_string(&reader));
      before = key;
    }
  }
  json_end(&reader);
  if (!has_version)
    fault("the payload's version is not 1");
  if (!variants_equal(seen, expected))
    fault("the payload asks for something else");
}

void step_variants_encode(step *step) {
  handle_argument argument = draw_handle(step, kind_variants);
  handle_out out, error;
  draw_handle_out(step, &out, kind_buffer);
  draw_optional_handle_out(step, &error, kind_error);
  const variants *known = known_variants(&argument);
  BEGIN(step, pyxis_variants_encode, "%s, %s, %s", argument.shown, handle_out_show(&out),
        handle_out_show(&error));
  pyxis_status status =
      pyxis_variants_encode(HANDLE(const pyxis_variants, argument), HANDLE_OUT(pyxis_buffer, out),
                            HANDLE_OUT(pyxis_error, error));
  status_set refused =
      handle_refusals(&argument) | (out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0);
  status_set outcomes = known == NULL           ? ONE(PYXIS_OK) | ONE(PYXIS_ERROR_MALFORMED_PAYLOAD)
                        : variants_clash(known) ? ONE(PYXIS_ERROR_MALFORMED_PAYLOAD)
                                                : ONE(PYXIS_OK);
  call_ends(step, status, handle_outcomes(&argument, refused_or(refused, outcomes)));
  check_error(step, &error, status, (error_hints){0});
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  object *buffer = handle_out_stored(step, &out);
  buffer->text = fact_some();
  const pyxis_buffer *handle = (const pyxis_buffer *)buffer->bits;
  text payload = {pyxis_buffer_data(handle), pyxis_buffer_size(handle)};
  if (payload.data == NULL)
    fault("the payload has no data");
  buffer->text = fact_exact(text_copy(payload.data, payload.length));
  if (known != NULL)
    check_payload(payload, known);
}
