#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "errors.h"
#include "launching.h"
#include "reports.h"

/* MARK: Applying */

/* What is in force while the adapters run, with a holder of its own. */
static content *content_to_apply(const handle_argument *configuration, bool was_sure) {
  content *content;
  if (configuration->bits != 0) {
    if (!is_known(configuration))
      return content_unknown();
    content = configuration->object->content;
  } else {
    candidates candidates = effective_contents(was_sure);
    bool may_change = is_concurrent() && !was_sure && self->frame_count == 0;
    if (candidates.count != 1 || may_change)
      return content_unknown();
    content = candidates.list[0];
  }
  content_retain(content);
  return content;
}

void step_apply(step *step) {
  launching *launching = arena_make(sizeof *launching);
  launching->step = step;
  launching->is_apply = true;
  launching->secret_names = keys_secret_names();
  handle_argument configuration = draw_handle(step, kind_configuration);
  if (draw_chance(&step->rng, 30))
    configuration = (handle_argument){.shown = "NULL"};
  content *published = preparation_published();
  draw_adapters(launching, published == NULL ? NULL : published->requested);
  handle_out report, error;
  draw_optional_handle_out(step, &report, kind_report);
  draw_optional_handle_out(step, &error, kind_error);
  if (configuration.bits != 0)
    launching->refused |= handle_refusals(&configuration);
  bool was_sure = preparation_is_sure() || self->saw_published;
  launching->in_force = content_to_apply(&configuration, was_sure);
  if (launching->refused == 0 && published != NULL) {
    launching->requested = published->requested;
    if (adapters_to_run(launching) == 0)
      launching_finishes(launching);
  }
  /* How long the call holds it is its own affair, except while adapters run. */
  content_leave(launching->in_force);
  hand_over_adapters(launching);
  step->record = launching;
  bool was_ending = self->is_ending, was_between = self->is_between_scopes;
  BEGIN(step, pyxis_apply, "%s, %s, %s, %s", configuration.shown, adapters_show(launching),
        handle_out_show(&report), handle_out_show(&error));
  pyxis_status status = pyxis_apply(
      HANDLE(const pyxis_configuration, configuration), launching->adapters, launching->count,
      HANDLE_OUT(pyxis_report, report), HANDLE_OUT(pyxis_error, error));
  step->record = NULL;
  self->is_ending = was_ending;
  self->is_between_scopes = was_between;
  status_set outcomes = launching->is_finished ? ONE(launching->status) : 0;
  if (!was_sure)
    outcomes |= ONE(PYXIS_NOT_PREPARED);
  if (published == NULL && preparation_is_possible()) {
    /* It was published meanwhile, and there was an adapter for nothing that it asks for. */
    outcomes |= ONE(PYXIS_OK);
  }
  if (launching->refused != 0) {
    outcomes = launching->refused | (was_sure ? 0 : ONE(PYXIS_NOT_PREPARED));
  }
  call_ends(step, status, handle_outcomes(&configuration, outcomes));
  if (launching->is_finished)
    check_callbacks(launching, status);
  error_hints hints = {.key = launching->invalid_key};
  if (status != PYXIS_ERROR_INVALID_REPORT)
    hints.key.data = NULL;
  check_error(step, &error, status, hints);
  if (status != PYXIS_OK || report.is_null) {
    handle_out_empty(&report);
    return;
  }
  object *object = handle_out_stored(step, &report);
  object->report = launching->report;
  if (launching->report == NULL) {
    struct report *unknown = report_make(0);
    unknown->unknown = true;
    object->report = unknown;
  }
  check_report(step, object);
}

/* MARK: Results */

void step_result_set(step *step) {
  rng *rng = &step->rng;
  handle_argument argument = draw_handle(step, kind_result);
  /* What was lent last is what is used most. */
  uintptr_t lent = self->variables->handles[kind_result][borrowed_variable];
  if (draw_chance(rng, 80) && object_living(lent) != NULL) {
    argument = (handle_argument){.bits = lent, .object = object_living(lent), .shown = "result[9]"};
  }
  pyxis_variant_status passed = draw_chance(rng, 90)
                                    ? 1 + (pyxis_variant_status)draw_below(rng, 4)
                                    : (pyxis_variant_status)draw_below(rng, 12) - 4;
  text_argument value = {.length = draw_below(rng, 3)}, reason = {.length = SIZE_MAX};
  if (draw_chance(rng, 70))
    value = draw_text(step, draw_value_text(rng));
  if (draw_chance(rng, 70))
    reason = draw_text(step, draw_value_text(rng));
  /* NULL is absent here, whatever its length. */
  if (value.data == NULL)
    value = (text_argument){.length = value.length};
  if (reason.data == NULL)
    reason = (text_argument){.length = reason.length};
  BEGIN(step, pyxis_result_set, "%s, %d, %s, %s", argument.shown, passed,
        text_argument_show(&value), text_argument_show(&reason));
  pyxis_status status = pyxis_result_set(HANDLE(pyxis_result, argument), passed, value.data,
                                         value.length, reason.data, reason.length);
  status_set refused = handle_refusals(&argument) | text_refusals(&value) | text_refusals(&reason);
  if (passed < PYXIS_VARIANT_APPLIED || passed > PYXIS_VARIANT_UNVERIFIED) {
    refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
  call_ends(step, status, refused_or(refused, ONE(PYXIS_OK)));
  if (status != PYXIS_OK)
    return;
  object *result = argument.object;
  result->result.was_set = true;
  result->result.status = passed;
  result->result.value = fact_of(value.data == NULL ? (text){NULL, 0} : value.meaning);
  result->result.reason = fact_of(reason.data == NULL ? (text){NULL, 0} : reason.meaning);
}
