#include "PyxisShims.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { lock_count = PYXIS_SHIMS_LOCK_HANDLES + 1 };

static pthread_mutex_t locks[lock_count] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};
static _Atomic(uint64_t) forks;

void pyxis_shims_acquire(pyxis_shims_lock lock) { pthread_mutex_lock(&locks[lock]); }

void pyxis_shims_release(pyxis_shims_lock lock) { pthread_mutex_unlock(&locks[lock]); }

void pyxis_shims_yield(void) { sched_yield(); }

uint64_t pyxis_shims_fork_count(void) { return atomic_load_explicit(&forks, memory_order_relaxed); }

// MARK: - Around fork()

/// Taking every lock before the fork means that no other thread is inside one at that moment, so
/// the child finds each free and what it guards whole.
static void before_fork(void) {
  for (int lock = 0; lock < lock_count; lock += 1)
    pthread_mutex_lock(&locks[lock]);
}

static void after_fork_in_parent(void) {
  for (int lock = lock_count - 1; lock >= 0; lock -= 1)
    pthread_mutex_unlock(&locks[lock]);
}

static void after_fork_in_child(void) {
  atomic_fetch_add_explicit(&forks, 1, memory_order_relaxed);
  pyxis_shims_forget_other_threads();
  after_fork_in_parent();
}

__attribute__((constructor)) static void register_fork_handlers(void) {
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}
