#define _GNU_SOURCE
#include "ParityTable.h"

#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int32_t parity_run_forked(int32_t seconds, int32_t (*body)(void *context), void *context) {
  pid_t child = fork();
  if (child < 0)
    return -1;
  if (child == 0) {
    // The kernel ends a child that hangs: the parent then sees a signal. The child's only thread
    // may be one of those that leave signals to others.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    alarm((unsigned)seconds);
    _exit(body(context) & 0x7F);
  }
  int status;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
    return -1;
  return WEXITSTATUS(status);
}
