/* Error objects that calls hand out. */
#ifndef FUZZ_ERRORS_H
#define FUZZ_ERRORS_H

#include "../Arguments/arguments.h"

/* What a failed call's error says besides its status and some sentence. */
typedef struct error_hints {
  /* Absent text: it may be about some key or about none. */
  text key;
  /* The length of the text that was read, if it is about a place in one. */
  bool reads_text;
  size_t text_length;
  /* The launch payload's, if it is about that. */
  int64_t version;
} error_hints;

/* After a call that can store an error: there is one exactly if the status is an error, and it says
   what it must. */
void check_error(step *step, handle_out *out, pyxis_status status, error_hints hints);

#endif
