/* Runs random sequences of calls of pyxis.h, and compares how each ends with a model. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../Drawing/rng.h"
#include "../Program/path.h"
#include "child.h"
#include "options.h"
#include "shrink.h"

/* So many failing rounds are shrunk; after as many more the rest does not run. */
enum { most_shrunk = 3, most_failed = 10 };

/* MARK: One round, here */

static void keep_steps(outcome *outcome, const char *list, uint64_t seed) {
  outcome->runs_all = false;
  while (*list != '\0') {
    path path;
    list = path_read(list, &path);
    if (list == NULL || outcome->kept_count == outcome_steps) {
      fprintf(stderr, "sequences: --keep takes steps such as 0.17,0.17.0\n");
      exit(2);
    }
    outcome_keep(outcome, path_seed(path, seed));
    if (*list == ',')
      list += 1;
  }
  outcome_sort(outcome);
}

static int run_round_here(const options *options) {
  round_here = (round_plan){options->seed, options->threads, options->steps};
  bool is_child = options->outcome_descriptor >= 0;
  outcome_here =
      mmap(NULL, sizeof(outcome), PROT_READ | PROT_WRITE,
           is_child ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS, options->outcome_descriptor, 0);
  if (outcome_here == MAP_FAILED) {
    perror("sequences: mmap");
    return 2;
  }
  if (!is_child) {
    is_printing = true;
    outcome_here->runs_all = true;
    if (options->kept != NULL)
      keep_steps(outcome_here, options->kept, options->seed);
  }
  int status = round_run();
  if (is_printing)
    printf("passed\n");
  return status;
}

/* MARK: All rounds */

typedef struct tally {
  uint64_t rounds, passed, failed, calls;
  uint64_t counts[function_count][status_count];
} tally;

static round_plan plan_round(const options *options, uint64_t number) {
  round_plan plan = {.seed = seed_of_part(options->seed, number), .threads = 1};
  plan.steps = options->steps;
  rng rng = {plan.seed};
  /* Seeds that are easy to copy. */
  plan.seed %= UINT64_C(1000000000000);
  if (number % 2 == 1 && options->threads > 1) {
    plan.threads = 2 + draw_below(&rng, options->threads - 1);
  }
  return plan;
}

static void add(tally *tally, const child *child) {
  tally->calls += atomic_load(&child->outcome->calls);
  for (int function = 0; function < function_count; function += 1) {
    for (int status = 0; status < status_count; status += 1) {
      tally->counts[function][status] += atomic_load(&child->outcome->counts[function][status]);
    }
  }
}

/* A line for every so many calls, for runs that take long. */
static void print_progress(const tally *tally, double start) {
  enum { calls_between = 10000000 };
  static uint64_t last;
  if (tally->calls / calls_between == last)
    return;
  last = tally->calls / calls_between;
  printf("sequences: %" PRIu64 " calls in %.0f s, %" PRIu64 " rounds failed so far\n", tally->calls,
         seconds_now() - start, tally->failed);
  fflush(stdout);
}

static void report_failure(child *child, tally *tally) {
  tally->failed += 1;
  printf("FAILED  round %" PRIu64 " with %u threads: %s\n", child->plan.seed, child->plan.threads,
         child_explain(child));
  child_print_report(child);
  if (tally->failed <= most_shrunk)
    shrink(child);
  fflush(stdout);
}

static void print_counts(const tally *tally) {
  for (int function = 0; function < function_count; function += 1) {
    printf("%-40s", function_names[function]);
    for (int status = status_count - 1; status >= 0; status -= 1) {
      uint64_t count = tally->counts[function][status];
      if (count == 0)
        continue;
      const char *name = pyxis_status_name(status + lowest_status) + strlen("PYXIS_");
      printf(" %s %" PRIu64, name, count);
    }
    printf("\n");
  }
}

/* Tells the sanitizers what a round's process exits with. */
static void prepare_environment(void) {
  setenv("ASAN_OPTIONS", "exitcode=77:detect_leaks=1:max_free_fill_size=4096:free_fill_byte=245",
         0);
  setenv("UBSAN_OPTIONS", "exitcode=77:print_stacktrace=1", 0);
  setenv("LSAN_OPTIONS", "exitcode=77", 0);
  setenv("SWIFT_BACKTRACE", "enable=no", 0);
}

static int run_all_rounds(const options *options) {
  static tally tally;
  double start = seconds_now();
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  prepare_environment();
  printf("sequences: --seed %" PRIu64 " --calls %" PRIu64 " --threads %u\n", options->seed,
         options->calls, options->threads);
  child *children = calloc(options->jobs, sizeof *children);
  if (children == NULL)
    abort();
  for (uint32_t index = 0; index < options->jobs; index += 1)
    child_make(&children[index]);
  uint32_t running = 0;
  for (;;) {
    bool goes_on = tally.calls < options->calls && tally.failed < most_failed;
    for (uint32_t index = 0; goes_on && index < options->jobs; index += 1) {
      if (children[index].pid != 0)
        continue;
      child_start(&children[index], plan_round(options, tally.rounds));
      tally.rounds += 1;
      running += 1;
    }
    if (running == 0)
      break;
    child *child = child_wait(children, options->jobs);
    running -= 1;
    add(&tally, child);
    if (child->ending == ending_passed) {
      tally.passed += 1;
    } else {
      report_failure(child, &tally);
    }
    print_progress(&tally, start);
  }
  free(children);
  double seconds = seconds_now() - start;
  if (options->shows_counts)
    print_counts(&tally);
  printf("sequences: %" PRIu64 " calls in %.1f s\n", tally.calls, seconds);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", tally.passed, tally.failed);
  return tally.failed == 0 ? 0 : 1;
}

int main(int count, char **arguments) {
  options options = options_read(count, arguments);
  return options.is_round ? run_round_here(&options) : run_all_rounds(&options);
}
