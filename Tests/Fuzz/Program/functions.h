/* The functions of pyxis.h, in its order. */
#ifndef FUZZ_FUNCTIONS_H
#define FUZZ_FUNCTIONS_H

/* clang-format off */
#define FUZZ_FUNCTIONS(X) \
  X(pyxis_version) \
  X(pyxis_version_string) \
  X(pyxis_status_name) \
  X(pyxis_status_text) \
  X(pyxis_buffer_data) \
  X(pyxis_buffer_size) \
  X(pyxis_buffer_release) \
  X(pyxis_error_status) \
  X(pyxis_error_message) \
  X(pyxis_error_key) \
  X(pyxis_error_offset) \
  X(pyxis_error_version) \
  X(pyxis_error_release) \
  X(pyxis_diagnostic_set_handler) \
  X(pyxis_key_define_bool) \
  X(pyxis_key_define_int64) \
  X(pyxis_key_define_double) \
  X(pyxis_key_define_string) \
  X(pyxis_key_define_bytes) \
  X(pyxis_key_define_capability) \
  X(pyxis_key_count) \
  X(pyxis_key_at) \
  X(pyxis_key_find) \
  X(pyxis_key_name) \
  X(pyxis_key_type) \
  X(pyxis_key_flags) \
  X(pyxis_configuration_create) \
  X(pyxis_configuration_capture) \
  X(pyxis_configuration_copy) \
  X(pyxis_configuration_release) \
  X(pyxis_configuration_set_bool) \
  X(pyxis_configuration_set_int64) \
  X(pyxis_configuration_set_double) \
  X(pyxis_configuration_set_string) \
  X(pyxis_configuration_set_bytes) \
  X(pyxis_configuration_set_capability) \
  X(pyxis_configuration_unset) \
  X(pyxis_configuration_get_bool) \
  X(pyxis_configuration_get_int64) \
  X(pyxis_configuration_get_double) \
  X(pyxis_configuration_get_string) \
  X(pyxis_configuration_get_bytes) \
  X(pyxis_configuration_get_capability) \
  X(pyxis_configuration_equal) \
  X(pyxis_configuration_describe) \
  X(pyxis_configuration_requested) \
  X(pyxis_configuration_report) \
  X(pyxis_get_bool) \
  X(pyxis_get_int64) \
  X(pyxis_get_double) \
  X(pyxis_get_string) \
  X(pyxis_get_bytes) \
  X(pyxis_get_capability) \
  X(pyxis_explain) \
  X(pyxis_scope_run) \
  X(pyxis_scope_run_labeled) \
  X(pyxis_scope_open) \
  X(pyxis_scope_open_labeled) \
  X(pyxis_scope_close) \
  X(pyxis_variants_create) \
  X(pyxis_variants_set) \
  X(pyxis_variants_count) \
  X(pyxis_variants_at) \
  X(pyxis_variants_find) \
  X(pyxis_variants_decode) \
  X(pyxis_variants_encode) \
  X(pyxis_variants_release) \
  X(pyxis_report_count) \
  X(pyxis_report_at) \
  X(pyxis_report_find) \
  X(pyxis_report_covering) \
  X(pyxis_report_encode) \
  X(pyxis_report_decode) \
  X(pyxis_report_release) \
  X(pyxis_result_set) \
  X(pyxis_prepare) \
  X(pyxis_apply) \
  X(pyxis_report_publish)
/* clang-format on */

#define FUZZ_FUNCTION_NUMBER(name) function_##name,
enum { FUZZ_FUNCTIONS(FUZZ_FUNCTION_NUMBER) function_count };
#undef FUZZ_FUNCTION_NUMBER

extern const char *const function_names[];

#endif
