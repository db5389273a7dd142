#include "reports.h"

#include "../Drawing/payloads.h"
#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "errors.h"
#include "json.h"

const report *known_report(const handle_argument *argument) {
  if (!is_known(argument) || argument->object->report->unknown)
    return NULL;
  return argument->object->report;
}

void step_report_count(step *step) {
  handle_argument argument = draw_handle(step, kind_report);
  bool is_passed = draw_required(step);
  size_t count;
  OUT_FILL(count);
  BEGIN(step, pyxis_report_count, "%s, %s", argument.shown, is_passed ? "&count" : "NULL");
  pyxis_status status =
      pyxis_report_count(HANDLE(const pyxis_report, argument), is_passed ? &count : NULL);
  status_set refused =
      handle_refusals(&argument) | (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  call_ends(step, status, handle_outcomes(&argument, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK) {
    if (is_passed)
      OUT_ZERO(count);
    return;
  }
  const report *known = known_report(&argument);
  if (known != NULL && count != known->count) {
    fault("there are %zu results, not %zu", count, known->count);
  }
}

/* Where the functions below store a result. */
typedef struct result_out {
  bool key_is_passed, status_is_passed, value_is_passed, reason_is_passed;
  pyxis_string key, value, reason;
  pyxis_variant_status status;
} result_out;

static void draw_result_out(step *step, result_out *out) {
  out_fill(out, sizeof *out);
  out->key_is_passed = draw_optional(step);
  out->status_is_passed = draw_optional(step);
  out->value_is_passed = draw_optional(step);
  out->reason_is_passed = draw_optional(step);
}

#define PASSED(out, name) ((out).name##_is_passed ? &(out).name : NULL)

static const char *result_out_show(const result_out *out) {
  return arena_print("%s, %s, %s", out->status_is_passed ? "&status" : "NULL",
                     out->value_is_passed ? "&value" : "NULL",
                     out->reason_is_passed ? "&reason" : "NULL");
}

static void check_result(const result_out *out, result *expected, object *report) {
  if (out->key_is_passed)
    check_view("key", out->key, expected->key);
  if (out->status_is_passed && out->status != expected->status) {
    fault("the status is %d, not %d", out->status, expected->status);
  }
  if (out->reason_is_passed)
    check_view_of_fact("reason", out->reason, &expected->reason);
  if (!out->value_is_passed)
    return;
  text seen = check_view_of_fact("value", out->value, &expected->value);
  if (seen.data != NULL) {
    view_hold(report, -1, 0, (text){out->value.data, out->value.length}, seen);
  }
}

static void check_no_result(const result_out *out) {
  if (out->key_is_passed)
    OUT_ZERO(out->key);
  if (out->status_is_passed)
    OUT_ZERO(out->status);
  if (out->value_is_passed)
    OUT_ZERO(out->value);
  if (out->reason_is_passed)
    OUT_ZERO(out->reason);
}

void step_report_at(step *step) {
  handle_argument argument = draw_handle(step, kind_report);
  const report *known = known_report(&argument);
  uint32_t near = draw_below(&step->rng, known == NULL ? 10 : (uint32_t)known->count + 2);
  size_t index = draw_chance(&step->rng, 95) ? near : (size_t)draw_bits(&step->rng);
  result_out out;
  draw_result_out(step, &out);
  BEGIN(step, pyxis_report_at, "%s, %zu, %s, %s", argument.shown, index,
        out.key_is_passed ? "&key" : "NULL", result_out_show(&out));
  pyxis_status status =
      pyxis_report_at(HANDLE(const pyxis_report, argument), index, PASSED(out, key),
                      PASSED(out, status), PASSED(out, value), PASSED(out, reason));
  status_set outcomes = known == NULL          ? ONE(PYXIS_OK) | ONE(PYXIS_NOT_FOUND)
                        : index < known->count ? ONE(PYXIS_OK)
                                               : ONE(PYXIS_NOT_FOUND);
  call_ends(step, status,
            handle_outcomes(&argument, refused_or(handle_refusals(&argument), outcomes)));
  if (status != PYXIS_OK) {
    check_no_result(&out);
  } else if (known != NULL) {
    check_result(&out, known->list[index], argument.object);
  }
}

void step_report_find(step *step) {
  handle_argument argument = draw_handle(step, kind_report);
  const report *known = known_report(&argument);
  text meaning = draw_variant_key(&step->rng);
  if (known != NULL && known->count > 0 && draw_chance(&step->rng, 70)) {
    meaning = known->list[draw_below(&step->rng, (uint32_t)known->count)]->key;
  }
  text_argument key = draw_text(step, meaning);
  result_out out;
  draw_result_out(step, &out);
  out.key_is_passed = false;
  BEGIN(step, pyxis_report_find, "%s, %s, %s", argument.shown, text_argument_show(&key),
        result_out_show(&out));
  pyxis_status status =
      pyxis_report_find(HANDLE(const pyxis_report, argument), key.data, key.length,
                        PASSED(out, status), PASSED(out, value), PASSED(out, reason));
  status_set refused = handle_refusals(&argument) | text_refusals(&key);
  result *expected = known == NULL ? NULL : report_find(known, meaning);
  status_set outcomes = known == NULL      ? ONE(PYXIS_OK) | ONE(PYXIS_NOT_FOUND)
                        : expected == NULL ? ONE(PYXIS_NOT_FOUND)
                                           : ONE(PYXIS_OK);
  call_ends(step, status, handle_outcomes(&argument, refused_or(refused, outcomes)));
  if (status != PYXIS_OK) {
    check_no_result(&out);
  } else if (expected != NULL) {
    check_result(&out, expected, argument.object);
  }
}

void check_report(step *step, object *object) {
  const pyxis_report *handle = (const pyxis_report *)object->bits;
  if (object->report->unknown)
    return;
  size_t count = 0;
  BEGIN(step, pyxis_report_count, "%s", "report, &count");
  call_ends(step, pyxis_report_count(handle, &count), ONE(PYXIS_OK));
  if (count != object->report->count) {
    fault("the report has %zu results, not %zu", count, object->report->count);
  }
  for (size_t index = 0; index < count; index += 1) {
    result_out out = {.key_is_passed = true, .status_is_passed = true};
    out.value_is_passed = out.reason_is_passed = true;
    BEGIN(step, pyxis_report_at, "report, %zu, &key, &status, &value, &reason", index);
    call_ends(step, pyxis_report_at(handle, index, &out.key, &out.status, &out.value, &out.reason),
              ONE(PYXIS_OK));
    check_result(&out, object->report->list[index], object);
  }
}

void step_report_covering(step *step) {
  handle_argument argument = draw_handle(step, kind_report);
  handle_argument requested = draw_handle(step, kind_variants);
  handle_out out;
  draw_handle_out(step, &out, kind_report);
  const report *known = known_report(&argument);
  const variants *asked = is_known(&requested) ? requested.object->variants : NULL;
  BEGIN(step, pyxis_report_covering, "%s, %s, %s", argument.shown, requested.shown,
        handle_out_show(&out));
  pyxis_status status =
      pyxis_report_covering(HANDLE(const pyxis_report, argument),
                            HANDLE(const pyxis_variants, requested), HANDLE_OUT(pyxis_report, out));
  status_set refused = handle_refusals(&argument) | handle_refusals(&requested) |
                       (out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0);
  status_set outcomes = refused_or(refused, ONE(PYXIS_OK));
  call_ends(step, status, handle_outcomes(&argument, handle_outcomes(&requested, outcomes)));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  report *covered;
  if (known == NULL || asked == NULL || asked->unknown) {
    covered = report_make(0);
    covered->unknown = true;
  } else {
    covered = report_covering(known, asked);
  }
  object *object = handle_out_stored(step, &out);
  object->report = covered;
  check_report(step, object);
}
