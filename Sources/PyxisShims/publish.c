#define _GNU_SOURCE
#include "PyxisShims.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

// MARK: - The place of a publication

/// The process that loaded this library.
static pid_t loading_process;

__attribute__((constructor)) static void remember_process(void) { loading_process = getpid(); }

/// The process that publishes in the upper half, and its next sequence number in the lower one: in
/// one word, so that a process that was forked off in between starts anew without a lock.
static _Atomic(uint64_t) sequences;

pyxis_shims_publication pyxis_shims_next_publication(void) {
  pid_t process = getpid();
  pid_t parent = getppid();
  uint64_t first = (uint64_t)(uint32_t)process << 32;
  uint64_t next = atomic_load_explicit(&sequences, memory_order_relaxed);
  uint64_t taken;
  do {
    taken = next >> 32 == first >> 32 ? next : first;
  } while (!atomic_compare_exchange_weak_explicit(&sequences, &next, taken + 1,
                                                  memory_order_relaxed, memory_order_relaxed));
  return (pyxis_shims_publication){
      .process = process,
      // A parent outside of this process' namespace has no number here: 1 stands for it.
      .parent = parent > 0 ? parent : 1,
      .sequence = (uint32_t)taken,
      .is_forked = pyxis_shims_fork_count() > 0 || process != loading_process,
  };
}

// MARK: - The file

/// Opens the directory, if it is nobody else's.
static pyxis_shims_publishing open_directory(const char *path, int *directory, int *error) {
  do {
    *directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  } while (*directory < 0 && errno == EINTR);
  struct stat status;
  if (*directory < 0 || fstat(*directory, &status) != 0) {
    *error = errno;
    return PYXIS_SHIMS_PUBLISHING_NOT_OPENED;
  }
  if (status.st_uid != geteuid())
    return PYXIS_SHIMS_PUBLISHING_NOT_OWNED;
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return PYXIS_SHIMS_PUBLISHING_NOT_PRIVATE;
  return PYXIS_SHIMS_PUBLISHED;
}

/// Writes all of some bytes, and returns 0 or an `errno`.
static int write_all(int file, const char *next, size_t size) {
  while (size > 0) {
    ptrdiff_t count = write(file, next, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return count < 0 ? errno : EIO;
    next += count;
    size -= (size_t)count;
  }
  return 0;
}

/// Writes all of some bytes. A file beyond the limit of the process is an error like any other,
/// where the signal that comes with it would end the process.
static int write_all_within_limit(int file, const void *bytes, size_t size) {
  sigset_t limit, before, pending;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &limit, &before);
  sigpending(&pending);
  bool was_pending = sigismember(&pending, SIGXFSZ) == 1;
  int error = write_all(file, bytes, size);
  sigpending(&pending);
  int signal;
  if (!was_pending && sigismember(&pending, SIGXFSZ) == 1)
    sigwait(&limit, &signal);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

/// Makes a file with a name of its own, and writes it.
static pyxis_shims_publishing write_file(int directory, const char *name, const void *bytes,
                                         size_t size, int *error) {
  int file;
  do {
    file = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  } while (file < 0 && errno == EINTR);
  if (file < 0) {
    *error = errno;
    return PYXIS_SHIMS_PUBLISHING_NOT_CREATED;
  }
  // The mask of the process can have taken rights away that the runner needs.
  *error = fchmod(file, 0600) != 0 ? errno : write_all_within_limit(file, bytes, size);
  // Some file systems say only now that they are full. Interrupted, the file is closed all the
  // same.
  if (close(file) != 0 && errno != EINTR && *error == 0)
    *error = errno;
  return *error == 0 ? PYXIS_SHIMS_PUBLISHED : PYXIS_SHIMS_PUBLISHING_NOT_WRITTEN;
}

/// Gives a file that is whole its final name.
static pyxis_shims_publishing link_file(int directory, const char *from, const char *to,
                                        int *error) {
  while (linkat(directory, from, directory, to, 0) != 0) {
    if (errno == EINTR)
      continue;
    *error = errno;
    return PYXIS_SHIMS_PUBLISHING_NOT_LINKED;
  }
  return PYXIS_SHIMS_PUBLISHED;
}

pyxis_shims_publishing pyxis_shims_publish(const char *path,
                                           const pyxis_shims_publication *publication,
                                           const void *bytes, size_t size, int *error) {
  unsigned long long random = 0;
  if (getentropy(&random, sizeof random) != 0) {
    *error = errno;
    return PYXIS_SHIMS_PUBLISHING_NOT_CREATED;
  }
  char temporary[64], final[64];
  snprintf(temporary, sizeof temporary, ".pyxis-%d-%016llx.tmp", publication->process, random);
  snprintf(final, sizeof final, "pyxis-%d-%u-%016llx.json", publication->process,
           publication->sequence, random);
  int directory = -1;
  pyxis_shims_publishing outcome = open_directory(path, &directory, error);
  if (outcome == PYXIS_SHIMS_PUBLISHED) {
    outcome = write_file(directory, temporary, bytes, size, error);
    if (outcome == PYXIS_SHIMS_PUBLISHED)
      outcome = link_file(directory, temporary, final, error);
    if (outcome != PYXIS_SHIMS_PUBLISHING_NOT_CREATED)
      unlinkat(directory, temporary, 0);
  }
  if (directory >= 0)
    close(directory);
  return outcome;
}
