/* Texts and bytes that are passed, in right ways and wrong ones. */
#ifndef FUZZ_TEXTS_H
#define FUZZ_TEXTS_H

#include "../Model/text.h"
#include "../Program/step.h"

typedef enum text_form {
  form_right,
  form_null,
  form_not_utf8,
  form_too_long,
} text_form;

typedef struct text_argument {
  const char *data;
  size_t length;
  text_form form;
  /* What is passed, where the form is right. */
  text meaning;
} text_argument;

/* Passes a text in one of the right ways, and now and then something else. */
text_argument draw_text(step *step, text meaning);
/* Passes bytes, which have no wrong encoding and no terminator. */
text_argument draw_bytes_argument(step *step, text meaning);
status_set text_refusals(const text_argument *argument);
const char *text_argument_show(const text_argument *argument);

#endif
