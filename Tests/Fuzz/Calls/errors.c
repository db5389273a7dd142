#include "errors.h"

#include "../Model/arena.h"
#include "../Program/catalog.h"

void check_error(step *step, handle_out *out, pyxis_status status, error_hints hints) {
  if (status >= 0 || out->is_null) {
    handle_out_empty(out);
    return;
  }
  error_fact *said = arena_make(sizeof *said);
  said->status = status;
  said->message = fact_some();
  said->key = hints.key.data == NULL ? (fact){.certainty = certainty_any} : fact_exact(hints.key);
  said->has_offset = hints.reads_text;
  said->last_offset = hints.text_length;
  said->has_version = status == PYXIS_ERROR_UNSUPPORTED_VERSION;
  said->version = hints.version;
  object *error = handle_out_stored(step, out);
  error->error = said;
}

void step_error_status(step *step) {
  handle_argument error = draw_handle(step, kind_error);
  BEGIN(step, pyxis_error_status, "%s", error.shown);
  pyxis_status status = pyxis_error_status(HANDLE(const pyxis_error, error));
  status_set allowed = handle_refusals(&error);
  if (error.object != NULL) {
    allowed = handle_outcomes(&error, ONE(error.object->error->status));
  }
  call_ends(step, status, allowed);
}

void step_error_message(step *step) {
  handle_argument error = draw_handle(step, kind_error);
  bool is_passed = draw_required(step);
  pyxis_string message;
  OUT_FILL(message);
  BEGIN(step, pyxis_error_message, "%s, %s", error.shown, is_passed ? "&message" : "NULL");
  pyxis_status status =
      pyxis_error_message(HANDLE(const pyxis_error, error), is_passed ? &message : NULL);
  status_set refused =
      handle_refusals(&error) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  call_ends(step, status, handle_outcomes(&error, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(message);
    return;
  }
  if (error.shared)
    return;
  text seen = check_view_of_fact("message", message, &error.object->error->message);
  if (seen.length == 0)
    fault("the message is empty");
  view_hold(error.object, -1, 0, (text){message.data, message.length}, seen);
}

void step_error_key(step *step) {
  handle_argument error = draw_handle(step, kind_error);
  bool is_passed = draw_required(step);
  pyxis_string key;
  OUT_FILL(key);
  BEGIN(step, pyxis_error_key, "%s, %s", error.shown, is_passed ? "&key" : "NULL");
  pyxis_status status = pyxis_error_key(HANDLE(const pyxis_error, error), is_passed ? &key : NULL);
  status_set refused =
      handle_refusals(&error) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  status_set outcomes = 0;
  if (refused == 0) {
    certainty certainty = fact_now(&error.object->error->key).certainty;
    if (certainty != certainty_absent)
      outcomes |= ONE(PYXIS_OK);
    if (certainty == certainty_absent || certainty == certainty_any) {
      outcomes |= ONE(PYXIS_NOT_FOUND);
    }
  }
  call_ends(step, status, handle_outcomes(&error, refused_or(refused, outcomes)));
  if (status != PYXIS_OK && is_passed)
    OUT_ZERO(key);
  if (refused != 0 || error.shared)
    return;
  check_view_of_fact("key", key, &error.object->error->key);
}

void step_error_offset(step *step) {
  handle_argument error = draw_handle(step, kind_error);
  bool is_passed = draw_required(step);
  size_t offset;
  OUT_FILL(offset);
  BEGIN(step, pyxis_error_offset, "%s, %s", error.shown, is_passed ? "&offset" : "NULL");
  pyxis_status status =
      pyxis_error_offset(HANDLE(const pyxis_error, error), is_passed ? &offset : NULL);
  status_set refused =
      handle_refusals(&error) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  status_set outcomes = ONE(PYXIS_OK);
  if (refused == 0 && !error.object->error->has_offset)
    outcomes = ONE(PYXIS_NOT_FOUND);
  call_ends(step, status, handle_outcomes(&error, refused_or(refused, outcomes)));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(offset);
  } else if (!error.shared && offset > error.object->error->last_offset) {
    fault("the offset %zu is beyond the text's %zu bytes", offset,
          error.object->error->last_offset);
  }
}

void step_error_version(step *step) {
  handle_argument error = draw_handle(step, kind_error);
  bool is_passed = draw_required(step);
  int64_t version;
  OUT_FILL(version);
  BEGIN(step, pyxis_error_version, "%s, %s", error.shown, is_passed ? "&version" : "NULL");
  pyxis_status status =
      pyxis_error_version(HANDLE(const pyxis_error, error), is_passed ? &version : NULL);
  status_set refused =
      handle_refusals(&error) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  status_set outcomes = ONE(PYXIS_OK);
  if (refused == 0 && !error.object->error->has_version)
    outcomes = ONE(PYXIS_NOT_FOUND);
  call_ends(step, status, handle_outcomes(&error, refused_or(refused, outcomes)));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(version);
  } else if (!error.shared && version != error.object->error->version) {
    fault("the version is %lld, not %lld", (long long)version,
          (long long)error.object->error->version);
  }
}
