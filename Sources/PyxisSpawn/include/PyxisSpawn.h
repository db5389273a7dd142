// What launching a process needs of the C library and Swift does not import: GNU extensions, macros
// with unions behind them, variadic system calls. Everything else is in Sources/PyxisXCTest.

#ifndef PYXIS_SPAWN_H
#define PYXIS_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)
#pragma clang assume_nonnull begin

/// The variables of this process, `NAME=value` each, ended by NULL.
char *_Nullable const *_Nullable pyxis_spawn_environment(void);

/// What a child process starts with. Its dispositions of signals are the default ones, it blocks no
/// signal, leads a session of its own, and has no descriptors but these three.
typedef struct pyxis_spawn_request {
  const char *path;
  char *_Nullable const *_Nonnull arguments;
  char *_Nullable const *_Nonnull environment;
  /// The working directory, or NULL for that of this process.
  const char *_Nullable directory;
  /// Descriptors of 3 and above that become the child's 0, 1 and 2.
  int input;
  int output;
  int error;
} pyxis_spawn_request;

/// Starts a process. Returns 0 and stores its identifier, or returns an `errno`.
int pyxis_spawn(const pyxis_spawn_request *request, pid_t *process);

/// Makes a pipe whose ends are closed in children and are descriptors of 3 and above.
///
/// Returns 0, or an `errno`.
int pyxis_spawn_pipe(int *read_end, int *write_end);

/// Returns a descriptor that can be read from when a process has ended, or -1 if the system has
/// none.
int pyxis_spawn_watch(pid_t process);

/// How a child is doing.
typedef enum __attribute__((enum_extensibility(closed))) pyxis_spawn_state {
  PYXIS_SPAWN_RUNNING __attribute__((swift_name("running"))),
  PYXIS_SPAWN_EXITED __attribute__((swift_name("exited"))),
  PYXIS_SPAWN_KILLED __attribute__((swift_name("killed"))),
  /// It is no child of this process any more: somebody else waited for it.
  PYXIS_SPAWN_LOST __attribute__((swift_name("lost"))),
} pyxis_spawn_state;

/// Looks at one child, and at no other one.
///
/// `block` waits until it has ended. `reap` lets the system forget a child that has ended; without
/// it, its identifier stays taken. `code` is the exit status, or the signal that killed it.
pyxis_spawn_state pyxis_spawn_wait(pid_t process, bool block, bool reap, int *code);

/// Locks an open directory, until the last descriptor of it is closed.
///
/// Returns whether it did. It did not if another one has the lock; where the file system has no
/// locks, it did.
bool pyxis_spawn_lock(int descriptor);

#pragma clang assume_nonnull end
#pragma GCC visibility pop

#endif
