#include "../Arguments/outs.h"
#include "../Program/catalog.h"
#include "errors.h"

/* Nobody asked this process for reports: a call says so, whatever the report. */
void step_report_publish(step *step) {
  handle_argument report = draw_handle(step, kind_report);
  if (draw_chance(&step->rng, 30))
    report = (handle_argument){.shown = "NULL"};
  handle_out error;
  draw_optional_handle_out(step, &error, kind_error);
  bool has_sequence = draw_optional(step);
  int64_t sequence;
  OUT_FILL(sequence);
  BEGIN(step, pyxis_report_publish, "%s, %s, %s", report.shown, has_sequence ? "&sequence" : "NULL",
        handle_out_show(&error));
  pyxis_status status =
      pyxis_report_publish(HANDLE(const pyxis_report, report), has_sequence ? &sequence : NULL,
                           HANDLE_OUT(pyxis_error, error));
  status_set refused = report.bits == 0 ? 0 : handle_refusals(&report);
  status_set outcomes = refused_or(refused, ONE(PYXIS_NO_REPORT_DIRECTORY));
  call_ends(step, status, handle_outcomes(&report, outcomes));
  if (has_sequence)
    OUT_ZERO(sequence);
  check_error(step, &error, status, (error_hints){.key = {NULL, 0}});
}
