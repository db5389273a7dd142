#include <string.h>

#include "../Model/arena.h"
#include "../Model/text.h"
#include "../Program/catalog.h"

void step_version(step *step) {
  BEGIN(step, pyxis_version, "%s", "");
  int32_t version = pyxis_version();
  call_returns(step);
  BEGIN(step, pyxis_version_string, "%s", "");
  const char *string = pyxis_version_string();
  call_returns(step);
  const char *expected =
      arena_print("%d.%d.%d", version / 1000000, version / 1000 % 1000, version % 1000);
  if (version != PYXIS_VERSION)
    fault("the library has version %d", version);
  if (string == NULL || strcmp(string, expected) != 0)
    fault("the version is not %s", expected);
}

void step_status(step *step) {
  static const char *const names[status_count] = {
#define NAME(name) [name - lowest_status] = #name
      NAME(PYXIS_OK),
      NAME(PYXIS_NO_PAYLOAD),
      NAME(PYXIS_NOT_FOUND),
      NAME(PYXIS_NOT_PREPARED),
      NAME(PYXIS_NO_REPORT_DIRECTORY),
      NAME(PYXIS_ERROR_INVALID_ARGUMENT),
      NAME(PYXIS_ERROR_INVALID_HANDLE),
      NAME(PYXIS_ERROR_INVALID_KEY),
      NAME(PYXIS_ERROR_INVALID_UTF8),
      NAME(PYXIS_ERROR_INVALID_STRUCT),
      NAME(PYXIS_ERROR_TYPE_MISMATCH),
      NAME(PYXIS_ERROR_KEY_CONFLICT),
      NAME(PYXIS_ERROR_BUFFER_TOO_SMALL),
      NAME(PYXIS_ERROR_WRONG_THREAD),
      NAME(PYXIS_ERROR_WRONG_ORDER),
      NAME(PYXIS_ERROR_NOT_OWNED),
      NAME(PYXIS_ERROR_MALFORMED_PAYLOAD),
      NAME(PYXIS_ERROR_UNSUPPORTED_VERSION),
      NAME(PYXIS_ERROR_ALREADY_PREPARED),
      NAME(PYXIS_ERROR_PREPARATION_IN_PROGRESS),
      NAME(PYXIS_ERROR_CONFIGURE_FAILED),
      NAME(PYXIS_ERROR_INVALID_REPORT),
      NAME(PYXIS_ERROR_MALFORMED_REPORT),
      NAME(PYXIS_ERROR_LIMIT_REACHED),
      NAME(PYXIS_ERROR_REPORT_NOT_PUBLISHED),
#undef NAME
  };
  bool is_near = draw_chance(&step->rng, 90);
  pyxis_status status = is_near ? lowest_status - 2 + (pyxis_status)draw_below(&step->rng, 29)
                                : (pyxis_status)draw_bits(&step->rng);
  bool is_known = status >= lowest_status && status <= highest_status;
  const char *expected = is_known ? names[status - lowest_status] : "PYXIS_UNKNOWN_STATUS";
  BEGIN(step, pyxis_status_name, "%d", status);
  const char *name = pyxis_status_name(status);
  call_returns(step);
  if (name == NULL || strcmp(name, expected) != 0)
    fault("the name is not %s", expected);
  BEGIN(step, pyxis_status_text, "%d", status);
  const char *sentence = pyxis_status_text(status);
  call_returns(step);
  if (sentence == NULL || *sentence == '\0')
    fault("there is no sentence");
  if (!text_is_utf8(text_of(sentence)))
    fault("the sentence is not UTF-8");
}
