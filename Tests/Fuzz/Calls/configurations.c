#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "configurations.h"
#include "redaction.h"

/* MARK: Making */

static void made(step *step, handle_out *out, content *content) {
  object *configuration = handle_out_stored(step, out);
  configuration->content = content;
}

void step_configuration_create(step *step) {
  handle_out out;
  draw_handle_out(step, &out, kind_configuration);
  BEGIN(step, pyxis_configuration_create, "%s", handle_out_show(&out));
  pyxis_status status = pyxis_configuration_create(HANDLE_OUT(pyxis_configuration, out));
  call_ends(step, status, out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : ONE(PYXIS_OK));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  content_retain(content_empty());
  made(step, &out, content_empty());
}

/* Which of two contents a configuration has that was captured while preparation may have published:
   only the published one has a report. */
static content *captured_content(step *step, const candidates *candidates, uintptr_t bits) {
  if (candidates->count == 1)
    return candidates->list[0];
  pyxis_report *report = NULL;
  BEGIN(step, pyxis_configuration_report, "%s", "the capture, &report");
  pyxis_status status = pyxis_configuration_report((const pyxis_configuration *)bits, &report);
  call_ends(step, status, ONE(PYXIS_OK) | ONE(PYXIS_NOT_FOUND));
  if (status == PYXIS_NOT_FOUND)
    return candidates->list[0];
  BEGIN(step, pyxis_report_release, "%s", "report");
  call_ends(step, pyxis_report_release(report), ONE(PYXIS_OK));
  return candidates->list[1];
}

void step_configuration_capture(step *step) {
  handle_out out;
  draw_handle_out(step, &out, kind_configuration);
  BEGIN(step, pyxis_configuration_capture, "%s", handle_out_show(&out));
  pyxis_status status = pyxis_configuration_capture(HANDLE_OUT(pyxis_configuration, out));
  call_ends(step, status, out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : ONE(PYXIS_OK));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  candidates candidates = effective_contents(step->was_sure);
  content *content = captured_content(step, &candidates, out.value);
  effective_is(content);
  content_retain(content);
  made(step, &out, content);
}

void step_configuration_copy(step *step) {
  handle_argument configuration = draw_handle(step, kind_configuration);
  handle_out out;
  draw_handle_out(step, &out, kind_configuration);
  content *content = is_known(&configuration) ? configuration.object->content : NULL;
  BEGIN(step, pyxis_configuration_copy, "%s, %s", configuration.shown, handle_out_show(&out));
  pyxis_status status = pyxis_configuration_copy(HANDLE(const pyxis_configuration, configuration),
                                                 HANDLE_OUT(pyxis_configuration, out));
  status_set refused =
      handle_refusals(&configuration) | (out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0);
  call_ends(step, status, handle_outcomes(&configuration, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  if (content == NULL) {
    content = content_unknown();
  } else {
    content_retain(content);
  }
  made(step, &out, content);
}

/* MARK: Comparing */

void step_configuration_equal(step *step) {
  handle_argument one = draw_handle(step, kind_configuration);
  handle_argument other = draw_handle(step, kind_configuration);
  bool is_passed = draw_required(step);
  int32_t equal;
  OUT_FILL(equal);
  BEGIN(step, pyxis_configuration_equal, "%s, %s, %s", one.shown, other.shown,
        is_passed ? "&equal" : "NULL");
  pyxis_status status = pyxis_configuration_equal(HANDLE(const pyxis_configuration, one),
                                                  HANDLE(const pyxis_configuration, other),
                                                  is_passed ? &equal : NULL);
  status_set refused = handle_refusals(&one) | handle_refusals(&other) |
                       (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  status_set outcomes = refused_or(refused, ONE(PYXIS_OK));
  call_ends(step, status, handle_outcomes(&one, handle_outcomes(&other, outcomes)));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(equal);
    return;
  }
  if (equal != 0 && equal != 1)
    fault("'equal' is %d", equal);
  if (!is_known(&one) || !is_known(&other))
    return;
  verdict expected = content_equal(one.object->content, other.object->content);
  if (expected != verdict_unknown && (verdict)equal != expected) {
    fault("'equal' is %d, not %d", equal, (int)expected);
  }
}

/* MARK: The launch */

void step_configuration_requested(step *step) {
  handle_argument configuration = draw_handle(step, kind_configuration);
  handle_out out;
  draw_handle_out(step, &out, kind_variants);
  content *content = is_known(&configuration) ? configuration.object->content : NULL;
  BEGIN(step, pyxis_configuration_requested, "%s, %s", configuration.shown, handle_out_show(&out));
  pyxis_status status = pyxis_configuration_requested(
      HANDLE(const pyxis_configuration, configuration), HANDLE_OUT(pyxis_variants, out));
  status_set refused =
      handle_refusals(&configuration) | (out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0);
  call_ends(step, status, handle_outcomes(&configuration, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  object *requested = handle_out_stored(step, &out);
  if (content == NULL || content->launch_unknown) {
    requested->variants = variants_make();
    requested->variants->unknown = true;
  } else if (content->requested == NULL) {
    requested->variants = variants_make();
  } else {
    requested->variants = variants_copy(content->requested);
  }
}

void step_configuration_report(step *step) {
  handle_argument configuration = draw_handle(step, kind_configuration);
  handle_out out;
  draw_handle_out(step, &out, kind_report);
  content *content = is_known(&configuration) ? configuration.object->content : NULL;
  uint64_t secret_names = keys_secret_names();
  BEGIN(step, pyxis_configuration_report, "%s, %s", configuration.shown, handle_out_show(&out));
  pyxis_status status = pyxis_configuration_report(HANDLE(const pyxis_configuration, configuration),
                                                   HANDLE_OUT(pyxis_report, out));
  status_set refused =
      handle_refusals(&configuration) | (out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0);
  bool is_unknown = content == NULL || content->launch_unknown;
  status_set outcomes = is_unknown                ? ONE(PYXIS_OK) | ONE(PYXIS_NOT_FOUND)
                        : content->report == NULL ? ONE(PYXIS_NOT_FOUND)
                                                  : ONE(PYXIS_OK);
  call_ends(step, status, handle_outcomes(&configuration, refused_or(refused, outcomes)));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  object *object = handle_out_stored(step, &out);
  if (is_unknown) {
    report *unknown = report_make(0);
    unknown->unknown = true;
    object->report = unknown;
  } else {
    object->report = report_redacted(content->report, content->requested, secret_names);
  }
}
