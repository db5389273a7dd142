#include "texts.h"

#include <string.h>

#include "../Drawing/pools.h"
#include "../Model/arena.h"

static text_argument pass_explicitly(step *step, text meaning) {
  /* Exactly as much memory as the text has: there is no NUL after it. */
  const char *copy = step_copy(step, meaning.data, meaning.length);
  return (text_argument){copy, meaning.length, form_right, meaning};
}

text_argument draw_text(step *step, text meaning) {
  rng *rng = &step->rng;
  if (draw_chance(rng, 5)) {
    switch (draw_below(rng, 6)) {
    case 0:
      return (text_argument){NULL, 1 + draw_below(rng, 9), form_null, {NULL, 0}};
    case 1:
      return (text_argument){NULL, PYXIS_ZERO_TERMINATED, form_null, {NULL, 0}};
    case 2: {
      text_argument argument = pass_explicitly(step, meaning);
      argument.length = SIZE_MAX / 2 + 1 + draw_below(rng, 100);
      argument.form = form_too_long;
      return argument;
    }
    default: {
      text_argument argument = pass_explicitly(step, draw_broken_text(rng));
      argument.form = form_not_utf8;
      return argument;
    }
    }
  }
  if (meaning.length == 0 && draw_chance(rng, 30)) {
    return (text_argument){NULL, 0, form_right, text_of("")};
  }
  bool has_nul = meaning.length > 0 && memchr(meaning.data, 0, meaning.length) != NULL;
  if (!has_nul && draw_chance(rng, 40)) {
    char *copy = step_make(step, meaning.length + 1);
    memcpy(copy, meaning.data, meaning.length);
    return (text_argument){copy, PYXIS_ZERO_TERMINATED, form_right, meaning};
  }
  return pass_explicitly(step, meaning);
}

text_argument draw_bytes_argument(step *step, text meaning) {
  rng *rng = &step->rng;
  if (draw_chance(rng, 4)) {
    bool is_null = draw_chance(rng, 50);
    text_argument argument = pass_explicitly(step, meaning);
    if (is_null)
      argument.data = NULL;
    argument.length =
        is_null ? 1 + draw_below(rng, 9) : SIZE_MAX - draw_below(rng, 3) * (SIZE_MAX / 5);
    argument.form = is_null ? form_null : form_too_long;
    return argument;
  }
  if (meaning.length == 0 && draw_chance(rng, 50)) {
    return (text_argument){NULL, 0, form_right, text_of("")};
  }
  return pass_explicitly(step, meaning);
}

status_set text_refusals(const text_argument *argument) {
  switch (argument->form) {
  case form_right:
    break;
  case form_null:
  case form_too_long:
    return ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  case form_not_utf8:
    return ONE(PYXIS_ERROR_INVALID_UTF8);
  }
  return 0;
}

const char *text_argument_show(const text_argument *argument) {
  text shown = {argument->data, argument->length};
  if (argument->data == NULL)
    return arena_print("NULL, %#zx", argument->length);
  if (argument->length == PYXIS_ZERO_TERMINATED) {
    return arena_print("%s, PYXIS_ZERO_TERMINATED", text_show(argument->meaning));
  }
  if (argument->form == form_too_long)
    shown = argument->meaning;
  return arena_print("%s, %zu", text_show(shown), argument->length);
}
