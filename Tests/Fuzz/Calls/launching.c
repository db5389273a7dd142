#include "launching.h"

#include "../Model/arena.h"
#include "redaction.h"

mood mood_here;

/* MARK: Ending */

static result *result_without_adapter(text key) {
  bool is_color_filters = text_equal(key, text_of("accessibility.color_filters"));
  return result_make(key, is_color_filters ? PYXIS_VARIANT_UNSUPPORTED : PYXIS_VARIANT_UNVERIFIED,
                     fact_absent(), fact_some());
}

/* What became of a variant for which no adapter ran, or NULL if that is none of the call's. */
static result *result_without_run(const launching *launching, const variant *variant) {
  if (adapter_refuses(launching, variant)) {
    result *refused =
        result_make(variant->key, PYXIS_VARIANT_UNSUPPORTED, fact_absent(), fact_some());
    return result_redacted(refused, variant->value, launching->secret_names);
  }
  return launching->is_apply ? NULL : result_without_adapter(variant->key);
}

/* The report that the results make. */
static report *whole_report(const launching *launching) {
  report *report = report_make(0);
  if (launching->is_apply) {
    const content *published = preparation_published();
    report = (struct report *)report_redacted(published->report, published->requested,
                                              launching->secret_names);
  }
  for (size_t index = 0; index < launching->requested->count; index += 1) {
    result *result = launching->results[index];
    if (result == NULL)
      result = result_without_run(launching, &launching->requested->list[index]);
    if (result != NULL)
      report = report_setting(report, result);
  }
  return report;
}

void launching_finishes(launching *launching) {
  launching->is_finished = true;
  launching->status = PYXIS_OK;
  content *staged = launching->in_force;
  if (launching->configure_outcome != 0) {
    launching->status = PYXIS_ERROR_CONFIGURE_FAILED;
  } else {
    launching->report = whole_report(launching);
    for (size_t index = 0; index < launching->report->count; index += 1) {
      const result *result = launching->report->list[index];
      if (result_is_valid(result) || launching->status != PYXIS_OK)
        continue;
      launching->status = PYXIS_ERROR_INVALID_REPORT;
      launching->invalid_key = result->key;
    }
  }
  if (launching->is_apply)
    return;
  if (launching->status == PYXIS_OK) {
    launching->published = content_launching(staged, launching->requested, launching->report);
    content_publish(launching->published);
  }
  preparation_finishes(launching->published);
  content_leave(staged);
}

void check_callbacks(const launching *launching, pyxis_status status) {
  bool ran = launching->is_finished && status == launching->status;
  uint32_t configured = ran && launching->configures ? 1 : 0;
  uint32_t adapters = 0;
  if (ran && launching->configure_outcome == 0)
    adapters = adapters_to_run(launching);
  if (launching->configured != configured)
    fault("configure ran %u times", launching->configured);
  if (launching->adapters_run != adapters)
    fault("%u adapters ran", launching->adapters_run);
}
