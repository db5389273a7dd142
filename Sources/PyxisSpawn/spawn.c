#define _GNU_SOURCE
#include "PyxisSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#if defined(__APPLE__)
#include <TargetConditionals.h>
#include <crt_externs.h>
char *const *pyxis_spawn_environment(void) { return *_NSGetEnviron(); }
#else
char *const *pyxis_spawn_environment(void) { return environ; }
#endif

// MARK: - Starting

#if defined(__APPLE__) && TARGET_OS_IPHONE
// Nothing starts processes there.
int pyxis_spawn(const pyxis_spawn_request *request, pid_t *process) {
  (void)request;
  (void)process;
  return ENOTSUP;
}
#else

#if defined(__APPLE__)
static const short platform_flags = POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
static const short platform_flags = 0;
#endif

/// Resets signals, and makes the child the leader of a session.
static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  int error = posix_spawnattr_setsigmask(attributes, &none);
  if (error == 0)
    error = posix_spawnattr_setsigdefault(attributes, &all);
  if (error == 0)
    error = posix_spawnattr_setflags(attributes,
                                     (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                             POSIX_SPAWN_SETSID | platform_flags));
  return error;
}

/// Says what the child does before it executes: the directory, and its descriptors.
static int set_actions(posix_spawn_file_actions_t *actions, const pyxis_spawn_request *request) {
  const int descriptors[] = {request->input, request->output, request->error};
  int error = 0;
  if (request->directory != NULL)
    error = posix_spawn_file_actions_addchdir_np(actions, request->directory);
  for (int target = 0; target < 3 && error == 0; target++)
    error = posix_spawn_file_actions_adddup2(actions, descriptors[target], target);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  // What other code of this process opened without O_CLOEXEC is not the child's either.
  if (error == 0)
    error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
  return error;
}

int pyxis_spawn(const pyxis_spawn_request *request, pid_t *process) {
  posix_spawnattr_t attributes;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0)
    return error;
  posix_spawn_file_actions_t actions;
  error = posix_spawn_file_actions_init(&actions);
  if (error != 0) {
    posix_spawnattr_destroy(&attributes);
    return error;
  }
  error = set_attributes(&attributes);
  if (error == 0)
    error = set_actions(&actions, request);
  if (error == 0)
    error = posix_spawn(process, request->path, &actions, &attributes, request->arguments,
                        request->environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error;
}
#endif

// MARK: - Pipes

/// Moves a descriptor out of the way of the standard ones. Closes it, and returns -1, on failure.
static int above_standard(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  int error = errno;
  close(descriptor);
  errno = error;
  return moved;
}

int pyxis_spawn_pipe(int *read_end, int *write_end) {
  int ends[2];
#if defined(__linux__)
  if (pipe2(ends, O_CLOEXEC) != 0)
    return errno;
#else
  if (pipe(ends) != 0)
    return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  for (int end = 0; end < 2; end++) {
    if (ends[end] > 2)
      continue;
    ends[end] = above_standard(ends[end]);
    if (ends[end] < 0) {
      int error = errno;
      close(ends[1 - end]);
      return error;
    }
  }
  *read_end = ends[0];
  *write_end = ends[1];
  return 0;
}

// MARK: - Waiting

int pyxis_spawn_watch(pid_t process) {
#if defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0); // with close-on-exec
#else
  (void)process;
  return -1;
#endif
}

pyxis_spawn_state pyxis_spawn_wait(pid_t process, bool block, bool reap, int *code) {
  const int options = WEXITED | (block ? 0 : WNOHANG) | (reap ? 0 : WNOWAIT);
  siginfo_t info;
  int result;
  do {
    memset(&info, 0, sizeof info);
    result = waitid(P_PID, (id_t)process, &info, options);
  } while (result != 0 && errno == EINTR);
  *code = 0;
  if (result != 0)
    return PYXIS_SPAWN_LOST;
  if (info.si_pid == 0)
    return PYXIS_SPAWN_RUNNING;
  *code = info.si_status;
  return info.si_code == CLD_EXITED ? PYXIS_SPAWN_EXITED : PYXIS_SPAWN_KILLED;
}

bool pyxis_spawn_lock(int descriptor) {
  int result;
  do {
    result = flock(descriptor, LOCK_EX | LOCK_NB);
  } while (result != 0 && errno == EINTR);
  return result == 0 || errno != EWOULDBLOCK;
}
