#define _GNU_SOURCE
#include "PyxisShims.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <linux/membarrier.h>
#include <sys/syscall.h>
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
// It does not know the barrier, and would take what it orders for races.
#define WITHOUT_BARRIER 1
#endif
#endif

// MARK: - The barrier

#if defined(__linux__) && !defined(WITHOUT_BARRIER)

static bool barrier_is_registered(void) {
  return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void pyxis_shims_barrier(void) {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0)
    return;
  // A kernel may forget the registration at a fork.
  if (barrier_is_registered())
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

#else

static bool barrier_is_registered(void) { return false; }

void pyxis_shims_barrier(void) {}

#endif

// MARK: - Cells

static pyxis_shims_cell *all_cells;
static pyxis_shims_cell *free_cells;
static enum { unknown, available, missing } barrier = unknown;

void pyxis_shims_take_cell(void) {
  if (barrier == unknown)
    barrier = barrier_is_registered() ? available : missing;
  pyxis_shims_thread *thread = &pyxis_shims_this_thread;
  if (barrier == missing || thread->cell != NULL)
    return;
  pyxis_shims_cell *cell = free_cells;
  if (cell != NULL) {
    free_cells = cell->next_free;
  } else {
    cell = calloc(1, sizeof *cell);
    if (cell == NULL)
      return;
    cell->next = all_cells;
    all_cells = cell;
  }
  thread->cell = cell;
}

void pyxis_shims_give_cell(void) {
  pyxis_shims_thread *thread = &pyxis_shims_this_thread;
  if (thread->cell == NULL)
    return;
  thread->cell->next_free = free_cells;
  free_cells = thread->cell;
  thread->cell = NULL;
}

// MARK: - After a fork

static _Atomic(void (*)(void)) fork_handler;

void pyxis_shims_after_fork(void (*handler)(void)) {
  atomic_store_explicit(&fork_handler, handler, memory_order_release);
}

void pyxis_shims_forget_other_threads(void) {
  for (pyxis_shims_cell *cell = all_cells; cell != NULL; cell = cell->next)
    atomic_store_explicit(&cell->slot, 0, memory_order_relaxed);
  void (*handler)(void) = atomic_load_explicit(&fork_handler, memory_order_acquire);
  if (handler != NULL)
    handler();
}

#if defined(PYXIS_SHIMS_WITH_RESTS)

void pyxis_shims_rest(void) {
  enum { uses_between = 32, nanoseconds = 20000 };
  static __thread unsigned uses;
  uses += 1;
  if (uses % uses_between == 0)
    nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

#endif
