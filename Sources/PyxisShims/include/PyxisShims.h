// The few lines that Swift cannot say: thread-local storage, the runtime's view of the current
// task, locks that survive fork(), and one atomic pointer that is initialised before any code runs.
#ifndef PYXIS_SHIMS_H
#define PYXIS_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// MARK: - Scope frames of a thread

/// One scope that is in force on a thread. Frames form a chain, innermost first.
typedef struct pyxis_shims_frame {
  struct pyxis_shims_frame *_Nullable outer;
  /// The configuration's storage, borrowed: whoever made the frame keeps it alive.
  const void *storage;
  /// The task that the frame belongs to; 0 outside tasks.
  uint64_t task;
  /// The task-local scope that was current in that task; 0 for none.
  uint64_t binding;
  /// How many scopes deep this one is; the outermost is 1.
  uint32_t depth;
  /// The scope's label, borrowed likewise, or NULL.
  const void *_Nullable label;
  /// The handle of a scope that C opened; 0 for the frame of a lexical scope.
  uintptr_t handle;
  /// Told the handle when the frame has left the chain, whatever closed the scope.
  void (*_Nullable removed)(uintptr_t handle);
} pyxis_shims_frame;

/// What this library keeps for each thread.
typedef struct pyxis_shims_thread {
  pyxis_shims_frame *_Nullable frame;
  /// The rest of the block of scope identities that this thread took.
  uint64_t next_scope;
  uint64_t last_scope;
  /// Free handle slots kept for this thread, and their number.
  uint32_t free_handles[16];
  uint32_t free_handle_count;
  /// Whether the clean-up at the thread's end is registered.
  bool registered;
} pyxis_shims_thread;

extern __thread pyxis_shims_thread pyxis_shims_this_thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline pyxis_shims_thread *pyxis_shims_current_thread(void) {
  return &pyxis_shims_this_thread;
}

/// Calls `clean_up` when the calling thread ends. Later calls on the same thread do nothing.
void pyxis_shims_at_thread_exit(void (*clean_up)(void));

/// Returns an identity for a scope that no other scope of this process ever has; never 0.
uint64_t pyxis_shims_take_scope_block(void);
static inline uint64_t pyxis_shims_next_scope(void) {
  pyxis_shims_thread *thread = &pyxis_shims_this_thread;
  if (thread->next_scope == thread->last_scope) return pyxis_shims_take_scope_block();
  return ++thread->next_scope;
}

/// Whether the calling thread is the process's main one.
bool pyxis_shims_is_main_thread(void);

// MARK: - The current task, as the Swift runtime knows it

/// The running task, or NULL outside of tasks. `withUnsafeCurrentTask` gives the same and costs a
/// closure call and a retain.
__attribute__((swiftcall)) void *_Nullable swift_task_getCurrent(void);
/// The address of the value that the current task has bound to a task-local, or NULL.
__attribute__((swiftcall)) void *_Nullable swift_task_localValueGet(const void *key);
/// The identity of a task, which is never used again, unlike its address.
__attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(void *task);

/// The task-local that scopes are bound to, once there is one: a scope makes it before it is bound.
extern _Atomic(const void *) pyxis_shims_scope_key __attribute__((visibility("hidden")));

static inline void pyxis_shims_set_scope_key(const void *key) {
  __c11_atomic_store(&pyxis_shims_scope_key, key, __ATOMIC_RELEASE);
}
/// The address of what the current task has bound to it, or NULL.
static inline const void *_Nullable pyxis_shims_scope_binding(void) {
  const void *key = __c11_atomic_load(&pyxis_shims_scope_key, __ATOMIC_ACQUIRE);
  return key == NULL ? NULL : swift_task_localValueGet(key);
}

// MARK: - The process default

extern _Atomic(const void *) pyxis_shims_default_storage __attribute__((visibility("hidden")));

static inline const void *_Nullable pyxis_shims_load_default(void) {
  return __c11_atomic_load(&pyxis_shims_default_storage, __ATOMIC_ACQUIRE);
}
static inline void pyxis_shims_store_default(const void *storage) {
  __c11_atomic_store(&pyxis_shims_default_storage, storage, __ATOMIC_RELEASE);
}

// MARK: - Locks

/// The library's locks, in the order in which one thread may hold several.
typedef enum __attribute__((enum_extensibility(closed))) pyxis_shims_lock {
  PYXIS_SHIMS_LOCK_PREPARATION __attribute__((swift_name("preparation"))),
  PYXIS_SHIMS_LOCK_DIAGNOSTICS __attribute__((swift_name("diagnostics"))),
  PYXIS_SHIMS_LOCK_KEYS __attribute__((swift_name("keys"))),
  PYXIS_SHIMS_LOCK_HANDLES __attribute__((swift_name("handles"))),
} pyxis_shims_lock;

/// A plain mutex: the thread sanitizer knows it, and fork() leaves it free in the child. Swift's
/// `Mutex` remembers its owner's thread identity, which is another one after fork().
void pyxis_shims_acquire(pyxis_shims_lock lock);
void pyxis_shims_release(pyxis_shims_lock lock);

/// Lets another thread run.
void pyxis_shims_yield(void);

/// How many forks lie between the first process that loaded this library and this one.
uint64_t pyxis_shims_fork_count(void);

// MARK: - Copies of the library

/// Marks this copy of the library as used.
///
/// Returns whether this is its first use and another copy in the process was used before; then
/// `path` takes the name of the object with that copy, cut to `size`.
bool pyxis_shims_use_copy(char *path, size_t size);

// MARK: - Environment, files, standard error

/// Returns a variable of the process environment, or NULL.
const char *_Nullable pyxis_shims_environment_variable(const char *name);

/// Opens a regular file for reading, without waiting for a writer of a FIFO.
///
/// Returns the descriptor, -1 with `errno` in `error`, or -2 if it is not a regular file.
int pyxis_shims_open_regular_file(const char *path, uint64_t *size, int *error);
/// Reads as `read(2)`, repeating when a signal interrupts it.
ptrdiff_t pyxis_shims_read(int descriptor, void *buffer, size_t size);
void pyxis_shims_close(int descriptor);
/// Copies the text of an `errno` into `buffer`, cut to its size.
void pyxis_shims_error_text(int error, char *buffer, size_t size);
/// Writes text to standard error, as far as that takes it.
void pyxis_shims_write_error(const void *_Nullable text, size_t size);

#pragma clang assume_nonnull end

#endif
