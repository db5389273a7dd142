/* Handles that are passed: what variables hold, dead or alive, and what is none. */
#ifndef FUZZ_HANDLES_H
#define FUZZ_HANDLES_H

#include "../Model/workers.h"
#include "../Program/step.h"

typedef struct handle_argument {
  uintptr_t bits;
  /* What it refers to, if it lives and is of the right kind. */
  object *object;
  /* Another thread may release it at any time. */
  bool shared;
  /* Another thread's scope, which may be closed by now or not. */
  bool foreign;
  const char *shown;
} handle_argument;

/* The name of a variable, for printing. */
const char *variable_show(kind kind, uint32_t index);

handle_argument draw_handle(step *step, kind kind);
status_set handle_refusals(const handle_argument *argument);
/* How a call can end that goes well otherwise: a shared handle may be released meanwhile. */
status_set handle_outcomes(const handle_argument *argument, status_set otherwise);
/* Whether the model knows what is in it. */
bool is_known(const handle_argument *argument);
/* Has a handle in the variable for borrowed ones, until it is given back with what was there. */
uintptr_t lend_handle(const object *object);
void take_back_handle(const object *object, uintptr_t before);

#define HANDLE(type, argument) ((type *)(argument).bits)

#endif
