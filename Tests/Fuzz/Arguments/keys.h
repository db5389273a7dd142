/* Keys that are passed, forged ones too. */
#ifndef FUZZ_KEY_ARGUMENTS_H
#define FUZZ_KEY_ARGUMENTS_H

#include "../Model/keys.h"
#include "../Program/step.h"

typedef struct key_argument {
  pyxis_key key;
  /* The name's index, or -1 for what is no key. */
  int32_t index;
} key_argument;

/* Mostly a key of a type, or of any with 0. */
key_argument draw_key(step *step, pyxis_type type);
/* What is wrong with using it as a key of a type, or of any with 0. */
status_set key_refusals(const key_argument *argument, pyxis_type type);
/* How a call ends that reads something of a key to a required out-parameter. */
status_set read_allowed(const key_argument *key, pyxis_type type, bool is_passed);
const char *key_show(const key_argument *argument);

#endif
