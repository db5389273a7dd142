#include "report.h"

static const char *status_word(pyxis_variant_status status) {
  switch (status) {
  case PYXIS_VARIANT_APPLIED:
    return "applied";
  case PYXIS_VARIANT_OBSERVED:
    return "observed";
  case PYXIS_VARIANT_UNSUPPORTED:
    return "unsupported";
  default:
    return "unverified";
  }
}

/* Words for a terminal and a label: what a request brought along may have control characters. */
static char *words(const pyxis_string *text) {
  GString *shown = g_string_new(NULL);
  const char *end = text->data + text->length;
  for (const char *c = text->data; c < end; c = g_utf8_next_char(c)) {
    gunichar scalar = g_utf8_get_char(c);
    g_string_append_unichar(shown, g_unichar_isprint(scalar) ? scalar : 0xFFFD);
  }
  return g_string_free(shown, FALSE);
}

gboolean result_at(const pyxis_report *report, size_t index, struct result *result) {
  pyxis_string key, value, reason;
  pyxis_variant_status status;
  if (pyxis_report_at(report, index, &key, &status, &value, &reason) != PYXIS_OK)
    return FALSE;
  result->key = words(&key);
  result->status = g_strdup(status_word(status));
  result->detail = words(value.data != NULL ? &value : &reason);
  return TRUE;
}

void result_clear(struct result *result) {
  g_free(result->key);
  g_free(result->status);
  g_free(result->detail);
}

void print_error(const char *what, pyxis_status status, pyxis_error *error) {
  pyxis_string message = {NULL, 0};
  if (error != NULL)
    pyxis_error_message(error, &message);
  g_printerr("%s: %s\n", what, message.data != NULL ? message.data : pyxis_status_text(status));
  pyxis_error_release(error);
}
