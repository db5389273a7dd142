#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../Model/arena.h"

double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "sequences: %s: %s\n", what, strerror(errno));
  exit(2);
}

void child_make(child *made) {
  memset(made, 0, sizeof *made);
  made->most_seconds = round_seconds;
  made->outcome_descriptor = memfd_create("outcome", 0);
  made->report_descriptor = memfd_create("report", MFD_CLOEXEC);
  if (made->outcome_descriptor < 0 || made->report_descriptor < 0)
    give_up("memfd_create");
  if (ftruncate(made->outcome_descriptor, sizeof(outcome)) != 0)
    give_up("ftruncate");
  made->outcome =
      mmap(NULL, sizeof(outcome), PROT_READ | PROT_WRITE, MAP_SHARED, made->outcome_descriptor, 0);
  if (made->outcome == MAP_FAILED)
    give_up("mmap");
  made->outcome->runs_all = true;
}

static void forget_outcome(outcome *outcome) {
  atomic_store(&outcome->calls, 0);
  memset(outcome->counts, 0, sizeof outcome->counts);
  memset(outcome->functions, 0, sizeof outcome->functions);
  atomic_store(&outcome->step_count, 0);
  atomic_flag_clear(&outcome->is_taken);
  atomic_store(&outcome->faulty_function, 0);
  outcome->message[0] = '\0';
}

static _Noreturn void execute(const child *child) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  /* Whatever it forks ends with it. */
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(child->report_descriptor, STDERR_FILENO);
  const char *arguments[] = {
      "sequences",
      "--round",
      arena_print("%llu", (unsigned long long)child->plan.seed),
      "--threads",
      arena_print("%u", child->plan.threads),
      "--steps",
      arena_print("%u", child->plan.steps),
      "--outcome",
      arena_print("%d", child->outcome_descriptor),
      NULL,
  };
  execv("/proc/self/exe", (char *const *)(uintptr_t)arguments);
  _exit(127);
}

void child_start(child *started, round_plan plan) {
  forget_outcome(started->outcome);
  if (ftruncate(started->report_descriptor, 0) != 0)
    give_up("ftruncate");
  lseek(started->report_descriptor, 0, SEEK_SET);
  started->plan = plan;
  started->deadline = seconds_now() + started->most_seconds;
  fflush(stdout);
  pid_t pid = fork();
  if (pid < 0)
    give_up("fork");
  if (pid == 0)
    execute(started);
  started->pid = pid;
}

static void ended(child *child, int status) {
  child->pid = 0;
  if (WIFSIGNALED(status)) {
    child->ending = ending_signal;
    child->detail = WTERMSIG(status);
    return;
  }
  child->detail = WEXITSTATUS(status);
  switch (child->detail) {
  case exit_passed:
    child->ending = ending_passed;
    break;
  case exit_faulty:
    child->ending = ending_fault;
    break;
  case exit_sanitizer:
    child->ending = ending_sanitizer;
    break;
  default:
    child->ending = ending_exit;
    break;
  }
}

/* The child that has ended, or one that has taken too long and was ended, or NULL. */
static child *find_ended(child *children, uint32_t count) {
  for (uint32_t index = 0; index < count; index += 1) {
    child *child = &children[index];
    int status;
    if (child->pid == 0)
      continue;
    if (waitpid(child->pid, &status, WNOHANG) == child->pid) {
      ended(child, status);
      return child;
    }
    if (seconds_now() < child->deadline)
      continue;
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL);
    waitpid(child->pid, &status, 0);
    child->pid = 0;
    child->ending = ending_hang;
    return child;
  }
  return NULL;
}

child *child_wait(child *children, uint32_t count) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  for (;;) {
    child *found = find_ended(children, count);
    if (found != NULL)
      return found;
    /* The signal is blocked, so one that came since then is still there. */
    struct timespec most = {.tv_sec = 1};
    sigtimedwait(&signals, NULL, &most);
  }
}

ending child_run(child *child, round_plan plan) {
  child_start(child, plan);
  child_wait(child, 1);
  return child->ending;
}

/* What the threads were calling. */
static const char *called_functions(const outcome *outcome) {
  const char *text = "";
  for (int thread = 0; thread < outcome_threads; thread += 1) {
    int function = atomic_load(&outcome->functions[thread]);
    if (function == 0)
      continue;
    text = arena_print("%s%s%s", text, *text == '\0' ? "" : ", ", function_names[function - 1]);
  }
  return text;
}

const char *child_explain(const child *child) {
  const char *called = called_functions(child->outcome);
  switch (child->ending) {
  case ending_passed:
    break;
  case ending_fault:
    return child->outcome->message;
  case ending_sanitizer:
    return arena_print("a sanitizer's report; last calls: %s", called);
  case ending_signal:
    return arena_print("signal %d (%s); last calls: %s", child->detail, strsignal(child->detail),
                       called);
  case ending_hang:
    return arena_print("no end after %.0f s in: %s", child->most_seconds, called);
  case ending_exit:
    return arena_print("exit status %d; last calls: %s", child->detail, called);
  }
  return "passed";
}

void child_print_report(const child *child) {
  char buffer[12000];
  ssize_t size = pread(child->report_descriptor, buffer, sizeof buffer, 0);
  if (size <= 0)
    return;
  printf("--- what it wrote to its standard error\n%.*s", (int)size, buffer);
  if (buffer[size - 1] != '\n')
    printf("\n");
}
