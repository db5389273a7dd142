#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static const char usage[] =
    "usage: sequences [--seed N] [--calls N] [--threads N] [--jobs N] [--counts]\n"
    "       sequences --round SEED --threads N --steps N [--keep STEP,STEP...]\n"
    "\n"
    "The first runs rounds of random calls, each in a process of its own, until they have made\n"
    "that many calls. The second runs one round here and prints its calls; with --keep it runs\n"
    "those of its steps alone.\n";

static _Noreturn void refuse(const char *what) {
  fprintf(stderr, "sequences: %s\n%s", what, usage);
  exit(2);
}

static uint64_t number(const char *text, uint64_t least, uint64_t most) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 0);
  if (errno != 0 || *text == '\0' || *end != '\0' || value < least || value > most) {
    refuse("a number is missing or out of its range");
  }
  return value;
}

options options_read(int count, char **arguments) {
  options options = {.calls = 1000000, .threads = 4, .steps = 3000, .outcome_descriptor = -1};
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  options.jobs = processors < 1 ? 1 : (uint32_t)processors;
  if (getrandom(&options.seed, sizeof options.seed, 0) < 0)
    options.seed = (uint64_t)getpid();
  options.seed %= 1000000000;
  for (int index = 1; index < count; index += 1) {
    const char *name = arguments[index];
    if (strcmp(name, "--counts") == 0) {
      options.shows_counts = true;
      continue;
    }
    if (strcmp(name, "--help") == 0) {
      fputs(usage, stdout);
      exit(0);
    }
    if (index + 1 == count)
      refuse("an option is unknown or lacks its value");
    const char *value = arguments[++index];
    if (strcmp(name, "--seed") == 0) {
      options.seed = number(value, 0, UINT64_MAX);
    } else if (strcmp(name, "--calls") == 0) {
      options.calls = number(value, 1, UINT64_MAX);
    } else if (strcmp(name, "--threads") == 0) {
      options.threads = (uint32_t)number(value, 1, 32);
    } else if (strcmp(name, "--jobs") == 0) {
      options.jobs = (uint32_t)number(value, 1, 64);
    } else if (strcmp(name, "--steps") == 0) {
      options.steps = (uint32_t)number(value, 1, 60000);
    } else if (strcmp(name, "--keep") == 0) {
      options.kept = value;
    } else if (strcmp(name, "--round") == 0) {
      options.seed = number(value, 0, UINT64_MAX);
      options.is_round = true;
    } else if (strcmp(name, "--outcome") == 0) {
      options.outcome_descriptor = (int)number(value, 0, 1 << 20);
    } else {
      refuse("an option is unknown");
    }
  }
  return options;
}
