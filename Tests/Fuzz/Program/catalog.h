/* All kinds of steps, and how often each is drawn. */
#ifndef FUZZ_CATALOG_H
#define FUZZ_CATALOG_H

#include "step.h"

typedef void step_function(step *step);

/* Draws what a step does. */
step_function *catalog_draw(step *step);

/* clang-format off */
#define FUZZ_STEPS(X) \
  X(version, 3) \
  X(status, 6) \
  X(buffer_data, 12) \
  X(buffer_size, 6) \
  X(error_status, 6) \
  X(error_message, 6) \
  X(error_key, 6) \
  X(error_offset, 6) \
  X(error_version, 4) \
  X(set_handler, 4) \
  X(reset_handler, 1) \
  X(define, 10) \
  X(define_unnameable, 2) \
  X(define_racily, 4) \
  X(key_count, 3) \
  X(key_at, 4) \
  X(key_find, 8) \
  X(key_name, 5) \
  X(key_type, 5) \
  X(key_flags, 5) \
  X(configuration_create, 10) \
  X(configuration_capture, 16) \
  X(configuration_copy, 14) \
  X(release_configuration, 14) \
  X(set_bool, 8) \
  X(set_int64, 12) \
  X(set_double, 8) \
  X(set_string, 14) \
  X(set_bytes, 10) \
  X(set_capability, 20) \
  X(unset, 12) \
  X(get_bool, 6) \
  X(get_int64, 6) \
  X(get_double, 6) \
  X(get_string, 10) \
  X(get_bytes, 8) \
  X(get_capability, 8) \
  X(configuration_equal, 14) \
  X(describe, 6) \
  X(configuration_requested, 6) \
  X(configuration_report, 8) \
  X(read_bool, 8) \
  X(read_int64, 12) \
  X(read_double, 8) \
  X(read_string, 16) \
  X(read_bytes, 12) \
  X(read_capability, 10) \
  X(explain, 14) \
  X(scope_run, 14) \
  X(scope_run_labeled, 8) \
  X(scope_open, 14) \
  X(scope_open_labeled, 8) \
  X(scope_close, 30) \
  X(variants_create, 6) \
  X(variants_set, 20) \
  X(variants_count, 6) \
  X(variants_at, 10) \
  X(variants_find, 10) \
  X(variants_decode, 8) \
  X(variants_encode, 8) \
  X(release_variants, 6) \
  X(report_count, 5) \
  X(report_at, 8) \
  X(report_find, 8) \
  X(report_covering, 6) \
  X(report_encode, 6) \
  X(report_decode, 10) \
  X(report_publish, 4) \
  X(release_report, 6) \
  X(release_error, 6) \
  X(release_buffer, 6) \
  X(result_set, 5) \
  X(prepare, 12) \
  X(apply, 10) \
  X(views, 20) \
  X(share, 6) \
  X(mail, 6) \
  X(hammer, 1) \
  X(visit, 3) \
  X(fork, 1)
/* clang-format on */

#define FUZZ_STEP_FUNCTION(name, weight) step_function step_##name;
FUZZ_STEPS(FUZZ_STEP_FUNCTION)
#undef FUZZ_STEP_FUNCTION

/* What a round begins with. */
step_function step_define_fillers, step_define_at_start;

#endif
