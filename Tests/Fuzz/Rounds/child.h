/* Processes that run one round each. */
#ifndef FUZZ_CHILD_H
#define FUZZ_CHILD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "outcome.h"
#include "round.h"

/* How a round went. */
typedef enum ending {
  ending_passed,
  /* It found a difference between library and model. */
  ending_fault,
  /* A sanitizer reported something. */
  ending_sanitizer,
  ending_signal,
  /* It took too long. */
  ending_hang,
  ending_exit,
} ending;

typedef struct child {
  pid_t pid;
  round_plan plan;
  /* Shared with the process, and where it writes what sanitizers report. */
  outcome *outcome;
  int outcome_descriptor;
  int report_descriptor;
  /* How long it may take, and when it has taken too long by the monotonic clock, in seconds. */
  double most_seconds, deadline;
  ending ending;
  /* A signal's number or an exit status. */
  int detail;
} child;

/* A round takes less than a second, unless many processes share the machine. */
enum { round_seconds = 120 };

/* Makes what a child needs; it can be started over and over. */
void child_make(child *child);
/* Starts a round of all steps, or of those that the outcome keeps. */
void child_start(child *child, round_plan plan);
/* Waits until one of some children that run has ended. */
child *child_wait(child *children, uint32_t count);
/* Starts the round and waits for its end. */
ending child_run(child *child, round_plan plan);

/* What happened, in one line. */
const char *child_explain(const child *child);
/* Prints what the process wrote to its standard error. */
void child_print_report(const child *child);
double seconds_now(void);

#endif
