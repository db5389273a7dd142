/* Environments that preparation reads. */
#ifndef FUZZ_ENVIRONMENTS_H
#define FUZZ_ENVIRONMENTS_H

#include "../Drawing/payloads.h"
#include "../Program/step.h"

/* Gives the process a launch payload or none, before its threads start, and draws what mostly
   becomes of the preparations of its round. */
void prepare_process_environment(uint64_t seed);

/* An environment, and how reading the payload from it ends. */
typedef struct environment {
  const char *const *entries;
  payload payload;
  /* Whether what is wrong is in the payload's text. */
  bool reads_text;
  const char *shown;
} environment;

/* What the process itself was started with. */
extern payload process_payload;

/* Draws one; the descriptor of a file that it names is to be closed when it was read, or -1. */
environment draw_environment(step *step, int *descriptor);

#endif
