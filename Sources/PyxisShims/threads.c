#define _GNU_SOURCE
#include "PyxisShims.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

__thread pyxis_shims_thread pyxis_shims_this_thread;
_Atomic(const void *) pyxis_shims_default_storage;
_Atomic(const void *) pyxis_shims_scope_key;
_Atomic(const void *) pyxis_shims_scope_type;

#if __has_feature(thread_sanitizer)
const bool pyxis_shims_uses_again = false;
#else
const bool pyxis_shims_uses_again = true;
#endif

// MARK: - What is in force inside a task

const void *pyxis_shims_storage_in_task(void *task) {
  const pyxis_shims_binding *binding = pyxis_shims_scope_binding();
  if (pyxis_shims_this_thread.frame != NULL) {
    uint64_t identity = binding != NULL ? binding->identity : 0;
    pyxis_shims_frame *frame =
        pyxis_shims_innermost_frame(pyxis_shims_task_identity(task), identity);
    if (frame != NULL)
      return frame->scope.storage;
  }
  return binding != NULL && binding->storage != NULL ? binding->storage
                                                     : pyxis_shims_load_default();
}

// MARK: - Scope identities

/// Threads take identities in blocks, so that opening a scope touches no shared counter.
static _Atomic(uint64_t) taken_scopes;

uint64_t pyxis_shims_take_scope_block(void) {
  pyxis_shims_thread *thread = &pyxis_shims_this_thread;
  thread->last_scope =
      atomic_fetch_add_explicit(&taken_scopes, PYXIS_SHIMS_SCOPE_BLOCK_SIZE, memory_order_relaxed);
  return ++thread->last_scope;
}

// MARK: - The end of a thread

static pthread_key_t exit_key;
static pthread_once_t exit_key_once = PTHREAD_ONCE_INIT;
static bool exit_key_made;

static _Atomic(void (*)(void)) clean_ups[PYXIS_SHIMS_CLEAN_UP_HANDLES + 1];

static void run_clean_ups(void *unused) {
  (void)unused;
  for (int what = 0; what <= PYXIS_SHIMS_CLEAN_UP_HANDLES; what += 1) {
    void (*function)(void) = atomic_load_explicit(&clean_ups[what], memory_order_acquire);
    if (function != NULL)
      function();
  }
  // What the host's destructors use from here on is cleaned up by another round of this.
  pyxis_shims_this_thread.registered = false;
}

/// Keeps this code loaded: a thread may end after the last `dlclose`.
static void keep_loaded(void) {
  Dl_info info;
  if (dladdr((void *)&exit_key, &info) == 0 || info.dli_fname == NULL)
    return;
  // The handle is kept for ever, on purpose.
  (void)dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static void make_exit_key(void) {
  keep_loaded();
  exit_key_made = pthread_key_create(&exit_key, run_clean_ups) == 0;
}

void pyxis_shims_at_thread_exit(pyxis_shims_clean_up what, void (*function)(void)) {
  atomic_store_explicit(&clean_ups[what], function, memory_order_release);
  pyxis_shims_thread *thread = &pyxis_shims_this_thread;
  if (thread->registered)
    return;
  pthread_once(&exit_key_once, make_exit_key);
  // Without a key the thread's last few slots stay taken, which nobody notices.
  if (exit_key_made)
    thread->registered = pthread_setspecific(exit_key, thread) == 0;
}

// MARK: - The main thread

bool pyxis_shims_is_main_thread(void) {
#if defined(__linux__)
  return syscall(SYS_gettid) == getpid();
#else
  return pthread_main_np() != 0;
#endif
}
