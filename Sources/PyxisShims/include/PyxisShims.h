// The few lines that Swift cannot say: thread-local storage, the runtime's view of the current
// task, locks that survive fork(), and one atomic pointer that is initialised before any code runs.
#ifndef PYXIS_SHIMS_H
#define PYXIS_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin
// Each copy of the library keeps to its own functions and variables, whatever else is loaded.
#pragma GCC visibility push(hidden)

// MARK: - Scope frames of a thread

/// What a scope shows, and where. It is what a scope binds to the task-local, too: the Swift struct
/// `ScopeBinding`, as it stands in memory.
typedef struct pyxis_shims_binding {
  /// The configuration's storage.
  const void *_Nullable storage;
  /// The scope's identity.
  uint64_t identity;
  /// The task whose synchronous code opened the scope; 0 outside tasks, and `UINT64_MAX` for a
  /// scope that asynchronous code opened.
  uint64_t task;
  /// How many scopes deep this one is; the outermost is 1.
  uint32_t depth;
  /// The scope's label, or NULL.
  const void *_Nullable label;
} pyxis_shims_binding;

/// One scope that was opened on a thread: by C, or for one synchronous call (a lexical one).
typedef struct pyxis_shims_frame {
  /// What the scope shows. The identity of a scope that C opened is that of the task-local scope
  /// that was current in its task; 0 for none.
  pyxis_shims_binding scope;
  /// The next frame of the thread's chain.
  struct pyxis_shims_frame *_Nullable outer;
  /// Which of all frames that its thread ever had in its chain this is, from 1.
  uint64_t number;
  /// The handle of a scope that C opened; 0 for a lexical one.
  uintptr_t handle;
  /// Told the handle when the frame has left the chain, whatever closed the scope.
  void (*_Nullable removed)(uintptr_t handle);
  /// The rest is there for lexical scopes alone. The innermost one around this, on this thread.
  struct pyxis_shims_frame *_Nullable call;
  /// Where the task-local has what the scope shows.
  pyxis_shims_binding *_Nullable bound;
  /// The thread's `lent_storage` before this.
  const void *_Nullable lent_before;
  /// Whether the storage was made for the scope.
  bool is_made;
  /// Whether the scope bound the task-local itself.
  bool is_binding;
} pyxis_shims_frame;

/// Says which handle a thread is using now. Cells are never freed: threads use them one after the
/// other.
typedef struct pyxis_shims_cell {
  /// The handle's slot plus 1; 0 for none. Stored by the thread alone.
  _Atomic(uint64_t) slot;
  /// The next cell of all, and of the free ones.
  struct pyxis_shims_cell *_Nullable next;
  struct pyxis_shims_cell *_Nullable next_free;
} pyxis_shims_cell;

/// What this library keeps for each thread.
typedef struct pyxis_shims_thread {
  /// The innermost frame of the chain.
  pyxis_shims_frame *_Nullable frame;
  /// The storage of the innermost frame outside tasks, so that readers there need not look for it.
  const void *_Nullable storage;
  /// The number of the frame that was made last.
  uint64_t last_frame;
  /// The last scope identity that was used of the block that this thread took.
  uint64_t last_scope;
  /// The frame of the innermost lexical scope, whatever task it belongs to.
  pyxis_shims_frame *_Nullable call;
  /// Free handle slots kept for this thread, and their number.
  uint32_t free_handles[8];
  uint32_t free_handle_count;
  /// The number of frames to be used again.
  uint16_t free_frame_count;
  /// Whether the clean-up at the thread's end is registered.
  bool registered;
  /// The thread's cell, if it has one yet.
  pyxis_shims_cell *_Nullable cell;
  /// A storage to be used again, owned, or NULL.
  const void *_Nullable spare_storage;
  /// The storage that the innermost update of a scope may change though the scope keeps it, or
  /// NULL.
  const void *_Nullable lent_storage;
  /// Frames to be used again, linked by `outer`.
  pyxis_shims_frame *_Nullable free_frames;
} pyxis_shims_thread;

extern __thread pyxis_shims_thread pyxis_shims_this_thread
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline pyxis_shims_thread *pyxis_shims_current_thread(void) {
  return &pyxis_shims_this_thread;
}

/// What is to be cleaned up at a thread's end, in this order.
typedef enum __attribute__((enum_extensibility(closed))) pyxis_shims_clean_up {
  PYXIS_SHIMS_CLEAN_UP_SCOPES __attribute__((swift_name("scopes"))),
  PYXIS_SHIMS_CLEAN_UP_HANDLES __attribute__((swift_name("handles"))),
} pyxis_shims_clean_up;

/// Sees to it that the calling thread cleans up when it ends.
///
/// `function` cleans `what` up, on every thread that ends after this: it is the same at each call.
void pyxis_shims_at_thread_exit(pyxis_shims_clean_up what, void (*function)(void));

/// Returns an identity for a scope that no other scope of this process ever has; never 0.
uint64_t pyxis_shims_take_scope_block(void);
#define PYXIS_SHIMS_SCOPE_BLOCK_SIZE (UINT64_C(1) << 16)
static inline uint64_t pyxis_shims_next_scope(void) {
  pyxis_shims_thread *thread = &pyxis_shims_this_thread;
  // The last identity of a block, and none, are multiples of its size.
  if (thread->last_scope % PYXIS_SHIMS_SCOPE_BLOCK_SIZE == 0)
    return pyxis_shims_take_scope_block();
  return ++thread->last_scope;
}

/// Whether the calling thread is the process's main one.
bool pyxis_shims_is_main_thread(void);

// MARK: - The current task, as the Swift runtime knows it

#pragma GCC visibility pop
__attribute__((swiftcall)) void *_Nullable swift_task_getCurrent(void);
__attribute__((swiftcall)) void *_Nullable swift_task_localValueGet(const void *key);
__attribute__((swiftcall)) uint64_t swift_task_getJobTaskId(void *task);
__attribute__((swiftcall)) void swift_task_localValuePush(const void *key, const void *value,
                                                          const void *type);
__attribute__((swiftcall)) void swift_task_localValuePop(void);
void *swift_nonatomic_retain(void *object);
void swift_nonatomic_release(void *object);
size_t swift_retainCount(void *object);
bool swift_isUniquelyReferenced_nonNull_native(const void *object);
#pragma GCC visibility push(hidden)

/// Whether Swift tasks can run on this copy of the library. Not if it has a Swift runtime of its
/// own inside, of which it exports nothing: then nobody can start a task on that runtime.
static inline bool pyxis_shims_has_tasks(void) {
#if defined(PYXIS_SHIMS_WITHOUT_TASKS)
  return false;
#else
  return true;
#endif
}
/// The running task, or NULL outside of tasks. `withUnsafeCurrentTask` gives the same and costs a
/// closure call and a retain.
static inline void *_Nullable pyxis_shims_current_task(void) {
  return pyxis_shims_has_tasks() ? swift_task_getCurrent() : NULL;
}
/// The identity of a task, which is never used again, unlike its address.
static inline uint64_t pyxis_shims_task_identity(void *task) {
  return swift_task_getJobTaskId(task);
}

/// The task-local that scopes are bound to and the metadata of its values, once there is one.
extern _Atomic(const void *) pyxis_shims_scope_key __attribute__((visibility("hidden")));
extern _Atomic(const void *) pyxis_shims_scope_type __attribute__((visibility("hidden")));

static inline void pyxis_shims_set_scope_key(const void *key, const void *type) {
  __c11_atomic_store(&pyxis_shims_scope_type, type, __ATOMIC_RELAXED);
  __c11_atomic_store(&pyxis_shims_scope_key, key, __ATOMIC_RELEASE);
}
static inline bool pyxis_shims_scope_key_is_missing(void) {
  return __c11_atomic_load(&pyxis_shims_scope_key, __ATOMIC_ACQUIRE) == NULL;
}
/// Where the current task, or the thread outside tasks, has what is bound to it, or NULL.
static inline pyxis_shims_binding *_Nullable pyxis_shims_scope_binding(void) {
  const void *key = __c11_atomic_load(&pyxis_shims_scope_key, __ATOMIC_ACQUIRE);
  return key == NULL ? NULL : (pyxis_shims_binding *)swift_task_localValueGet(key);
}
/// Binds what the scope of a frame shows, as the inlined `TaskLocal.withValue` does, and has the
/// frame say where. There is a task-local.
static inline void pyxis_shims_bind_scope(pyxis_shims_frame *frame) {
  const void *key = __c11_atomic_load(&pyxis_shims_scope_key, __ATOMIC_ACQUIRE);
  const void *type = __c11_atomic_load(&pyxis_shims_scope_type, __ATOMIC_RELAXED);
  swift_task_localValuePush(key, &frame->scope, type);
  frame->bound = (pyxis_shims_binding *)swift_task_localValueGet(key);
  frame->is_binding = true;
}
/// Ends the innermost binding of the current task or thread, which has to be a scope's.
static inline void pyxis_shims_unbind_scope(void) { swift_task_localValuePop(); }

/// Whether objects whose references are all given up are used again. Not under ThreadSanitizer: the
/// references are counted by the runtime, and it does not see that this orders what threads do.
extern const bool pyxis_shims_uses_again __attribute__((visibility("hidden")));

/// Retains and releases an object that no other thread knows yet, or any more.
static inline void pyxis_shims_retain_unshared(const void *object) {
  swift_nonatomic_retain((void *)(uintptr_t)object);
}
static inline void pyxis_shims_release_unshared(const void *object) {
  swift_nonatomic_release((void *)(uintptr_t)object);
}

/// Whether there is one reference to an object, or so many. If the caller has them all, others have
/// none and get none, and what they did with theirs is done.
static inline bool pyxis_shims_has_one_reference(const void *object) {
  return swift_isUniquelyReferenced_nonNull_native(object);
}
static inline bool pyxis_shims_has_references(const void *object, size_t count) {
  return swift_retainCount((void *)(uintptr_t)object) == count;
}

// MARK: - The process default

extern _Atomic(const void *) pyxis_shims_default_storage __attribute__((visibility("hidden")));

static inline const void *_Nullable pyxis_shims_load_default(void) {
  return __c11_atomic_load(&pyxis_shims_default_storage, __ATOMIC_ACQUIRE);
}
static inline void pyxis_shims_store_default(const void *storage) {
  __c11_atomic_store(&pyxis_shims_default_storage, storage, __ATOMIC_RELEASE);
}

// MARK: - What is in force

/// The innermost frame of this thread's chain that belongs to a task and to a task-local scope in
/// it.
static inline pyxis_shims_frame *_Nullable pyxis_shims_innermost_frame(uint64_t task,
                                                                       uint64_t binding) {
  pyxis_shims_frame *frame = pyxis_shims_this_thread.frame;
  while (frame != NULL &&
         (frame->scope.task != task || (task != 0 && frame->scope.identity != binding)))
    frame = frame->outer;
  return frame;
}

const void *_Nullable pyxis_shims_storage_in_task(void *task);

/// The storage of the configuration in force here, or NULL if nothing is: the one place that
/// decides it (R6, R23). It is in C so that it is compiled into its callers in every module.
///
/// Outside tasks, every scope stands in the thread's chain of frames, so the innermost frame that
/// was made outside tasks decides; its storage is kept at hand. Inside a task, lexical scopes are
/// bound to the task-local, which travels with the task, and the chain holds only what C opened: a
/// frame counts while the task and the task-local scope that it was opened in are current again,
/// and then it is the innermost.
///
/// Where the chain is empty, only a task can have something bound, and looking for that finds out
/// by itself whether there is a task.
static inline const void *_Nullable pyxis_shims_storage_in_force(void) {
  if (pyxis_shims_has_tasks()) {
    if (pyxis_shims_this_thread.frame == NULL) {
      const pyxis_shims_binding *binding = pyxis_shims_scope_binding();
      return binding != NULL && binding->storage != NULL ? binding->storage
                                                         : pyxis_shims_load_default();
    }
    void *task = pyxis_shims_current_task();
    if (task != NULL)
      return pyxis_shims_storage_in_task(task);
  }
  const void *storage = pyxis_shims_this_thread.storage;
  return storage != NULL ? storage : pyxis_shims_load_default();
}

/// Makes a frame the innermost one of this thread.
static inline void pyxis_shims_push_frame(pyxis_shims_frame *frame) {
  pyxis_shims_thread *thread = &pyxis_shims_this_thread;
  frame->outer = thread->frame;
  frame->number = ++thread->last_frame;
  thread->frame = frame;
  if (frame->scope.task == 0)
    thread->storage = frame->scope.storage;
}
/// Has to follow when frames were taken out of the chain.
static inline void pyxis_shims_frames_removed(void) {
  pyxis_shims_frame *frame = pyxis_shims_innermost_frame(0, 0);
  pyxis_shims_this_thread.storage = frame != NULL ? frame->scope.storage : NULL;
}

// MARK: - Tables

/// Where the tables of keys and handles are. They are here because a global of Swift is made at its
/// first use, and every use has to ask whether it was.
extern _Atomic(void *_Nullable) pyxis_shims_key_chunks[1 << 10]
    __attribute__((visibility("hidden")));
extern _Atomic(size_t) pyxis_shims_keys __attribute__((visibility("hidden")));
extern _Atomic(void *_Nullable) pyxis_shims_key_types __attribute__((visibility("hidden")));
extern _Atomic(void *_Nullable) pyxis_shims_handle_chunks[1 << 14]
    __attribute__((visibility("hidden")));

static inline void *_Nullable pyxis_shims_key_chunk(size_t index) {
  return __c11_atomic_load(&pyxis_shims_key_chunks[index], __ATOMIC_ACQUIRE);
}
static inline void pyxis_shims_set_key_chunk(size_t index, void *chunk) {
  __c11_atomic_store(&pyxis_shims_key_chunks[index], chunk, __ATOMIC_RELEASE);
}
static inline size_t pyxis_shims_key_count(void) {
  return __c11_atomic_load(&pyxis_shims_keys, __ATOMIC_ACQUIRE);
}
static inline void pyxis_shims_set_key_count(size_t count) {
  __c11_atomic_store(&pyxis_shims_keys, count, __ATOMIC_RELEASE);
}
static inline void *_Nullable pyxis_shims_key_type_table(void) {
  return __c11_atomic_load(&pyxis_shims_key_types, __ATOMIC_ACQUIRE);
}
static inline void pyxis_shims_set_key_type_table(void *table) {
  __c11_atomic_store(&pyxis_shims_key_types, table, __ATOMIC_RELEASE);
}
static inline void *_Nullable pyxis_shims_handle_chunk(size_t index) {
  return __c11_atomic_load(&pyxis_shims_handle_chunks[index], __ATOMIC_ACQUIRE);
}
static inline void pyxis_shims_set_handle_chunk(size_t index, void *chunk) {
  __c11_atomic_store(&pyxis_shims_handle_chunks[index], chunk, __ATOMIC_RELEASE);
}

// MARK: - Uses of handles

/// Takes a cell for this thread, or gives it back; the caller holds the handles lock.
void pyxis_shims_take_cell(void);
void pyxis_shims_give_cell(void);

/// Says in a thread's own cell what it is about to use. What the thread reads after this is not
/// read before it by the compiler; `pyxis_shims_barrier` keeps the processor from it.
static inline void pyxis_shims_begin_use(pyxis_shims_cell *cell, uint64_t slot) {
  __c11_atomic_store(&cell->slot, slot, __ATOMIC_RELAXED);
  __c11_atomic_signal_fence(__ATOMIC_SEQ_CST);
}
static inline void pyxis_shims_end_use(pyxis_shims_cell *cell) {
  __c11_atomic_store(&cell->slot, 0, __ATOMIC_RELEASE);
}
/// Whether a thread says that it is using a slot.
static inline bool pyxis_shims_is_using(const pyxis_shims_cell *cell, uint64_t slot) {
  return __c11_atomic_load(&cell->slot, __ATOMIC_ACQUIRE) == slot;
}
/// Makes every thread of the process pass a full memory barrier before this returns. Without it
/// (see `pyxis_shims_take_cell`) no thread has a cell.
void pyxis_shims_barrier(void);

/// Stands where a thread has found what it uses, so that nobody may take it away. A build for tests
/// makes the thread rest there now and then, so that other threads try; see Tests/Fuzz/run.sh.
#if defined(PYXIS_SHIMS_WITH_RESTS)
void pyxis_shims_rest(void);
#else
static inline void pyxis_shims_rest(void) {}
#endif

/// Called in the child of a fork, in which only the calling thread is left.
void pyxis_shims_after_fork(void (*_Nullable handler)(void));

/// Ends the uses of threads that are not in this process, after a fork.
void pyxis_shims_forget_other_threads(void);

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

/// The number of bytes before a text's NUL.
static inline size_t pyxis_shims_length(const char *text) { return __builtin_strlen(text); }

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

// MARK: - Published reports

/// The place of a publication among those of this process.
typedef struct pyxis_shims_publication {
  int32_t process;
  int32_t parent;
  /// How many this process published before, as the process that it is since it was forked.
  uint32_t sequence;
  /// Whether a process that had loaded this library forked this one off.
  bool is_forked;
} pyxis_shims_publication;

/// Takes the next place. No lock: the child of a fork amid many threads may call it.
pyxis_shims_publication pyxis_shims_next_publication(void);

/// What became of a publication.
typedef enum __attribute__((enum_extensibility(closed))) pyxis_shims_publishing {
  PYXIS_SHIMS_PUBLISHED __attribute__((swift_name("published"))),
  PYXIS_SHIMS_PUBLISHING_NOT_OPENED __attribute__((swift_name("notOpened"))),
  PYXIS_SHIMS_PUBLISHING_NOT_OWNED __attribute__((swift_name("notOwned"))),
  PYXIS_SHIMS_PUBLISHING_NOT_PRIVATE __attribute__((swift_name("notPrivate"))),
  PYXIS_SHIMS_PUBLISHING_NOT_CREATED __attribute__((swift_name("notCreated"))),
  PYXIS_SHIMS_PUBLISHING_NOT_WRITTEN __attribute__((swift_name("notWritten"))),
  PYXIS_SHIMS_PUBLISHING_NOT_LINKED __attribute__((swift_name("notLinked"))),
} pyxis_shims_publishing;

/// Publishes bytes as a file that is there whole or not at all.
///
/// The file gets a temporary name in the directory, is written, gets its final name, and loses the
/// temporary one. `error` takes the `errno`, if there is one.
pyxis_shims_publishing pyxis_shims_publish(const char *path,
                                           const pyxis_shims_publication *publication,
                                           const void *bytes, size_t size, int *error);

#pragma GCC visibility pop
#pragma clang assume_nonnull end

#endif
