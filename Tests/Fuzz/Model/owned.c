#include "owned.h"

#include <stddef.h>

#include "../Program/step.h"
#include "arena.h"
#include "workers.h"

static const uint64_t magic = UINT64_C(0x6F776E656420627E);

static _Atomic(owned *) all;
/* Of those that are NULL for the library: whose time has come, whose time comes during a call, who
   may go at any time, and who were given up. */
static _Atomic(int64_t) null_due, null_leaving, null_loose, null_destroyed;

void owned_add(owned *added, const char *what, bool is_null) {
  added->magic = magic;
  added->what = what;
  added->is_null = is_null;
  atomic_store(&added->holders, 1);
  added->next = atomic_load(&all);
  while (!atomic_compare_exchange_weak(&all, &added->next, added)) {
  }
}

owned *owned_make(const char *what, bool is_null) {
  owned *made = arena_make(sizeof *made);
  owned_add(made, what, is_null);
  return made;
}

void owned_retain(owned *retained) { atomic_fetch_add(&retained->holders, 1); }

void owned_release(owned *released) {
  if (atomic_fetch_sub(&released->holders, 1) != 1)
    return;
  if (released->unnoticed || released->uncertain || atomic_load(&released->loose) ||
      atomic_load(&released->published)) {
    return;
  }
  if (released->is_null)
    atomic_fetch_add(&null_due, 1);
  released->next_due = self->step->due;
  self->step->due = released;
}

struct leaver {
  struct leaver *next;
  owned *owned;
};

void owned_leave(owned *held) {
  struct leaver *leaver = arena_make(sizeof *leaver);
  *leaver = (struct leaver){self->step->leavers, held};
  self->step->leavers = leaver;
  if (held->is_null)
    atomic_fetch_add(&null_leaving, 1);
  atomic_fetch_add(&held->leaving, 1);
}

void owned_left(step *step) {
  while (step->leavers != NULL) {
    owned *held = step->leavers->owned;
    step->leavers = step->leavers->next;
    atomic_fetch_sub(&held->leaving, 1);
    if (held->is_null)
      atomic_fetch_sub(&null_leaving, 1);
    owned_release(held);
  }
}

void owned_loosen(owned *loosened) {
  if (atomic_exchange(&loosened->loose, true))
    return;
  if (loosened->is_null && !loosened->unnoticed)
    atomic_fetch_add(&null_loose, 1);
}

/* MARK: Being given up */

static void destroy(void *user_data) {
  owned *destroyed = user_data;
  if (destroyed == NULL || destroyed->magic != magic) {
    fault("a destroy function was called with %p, which is not its own", user_data);
  }
  if (is_printing)
    call_prints("destroy", "%s %p", destroyed->what, user_data);
  if (destroyed->unnoticed && destroyed->is_null)
    fault("a destroy function got another's pointer");
  if (atomic_fetch_add(&destroyed->destroyed, 1) != 0) {
    fault("the %s %p was given up twice", destroyed->what, user_data);
  }
  if (atomic_load(&destroyed->published)) {
    fault("the %s %p was given up, and was published", destroyed->what, user_data);
  }
  int32_t staying = atomic_load(&destroyed->holders) - atomic_load(&destroyed->leaving);
  if (!atomic_load(&destroyed->loose) && staying > 0) {
    fault("the %s %p was given up while it was held", destroyed->what, user_data);
  }
  run_nested_steps();
}

static void destroy_null(void *user_data) {
  if (user_data != NULL)
    fault("the destroy function of NULL was called with %p", user_data);
  if (is_printing)
    call_prints("destroy", "NULL");
  int64_t count = atomic_fetch_add(&null_destroyed, 1) + 1;
  int64_t most = atomic_load(&null_due) + atomic_load(&null_leaving) + atomic_load(&null_loose);
  if (count > most) {
    fault("a capability that is NULL was given up while it was held, or twice");
  }
  run_nested_steps();
}

pyxis_destroy_function owned_destroy_function(const owned *owned) {
  if (owned->unnoticed)
    return NULL;
  return owned->is_null ? destroy_null : destroy;
}

void *owned_pointer(owned *owned) { return owned->is_null ? NULL : owned; }

void owned_check_null(void) {
  if (atomic_load(&null_loose) == 0 && atomic_load(&null_destroyed) != atomic_load(&null_due)) {
    fault("of %lld capabilities that are NULL and whose time has come, %lld were given up",
          (long long)atomic_load(&null_due), (long long)atomic_load(&null_destroyed));
  }
}

void owned_check_all(void) {
  int64_t null_count = 0;
  bool null_is_certain = true;
  for (owned *next = atomic_load(&all); next != NULL; next = next->next) {
    if (next->unnoticed || next->uncertain)
      continue;
    bool published = atomic_load(&next->published);
    if (next->is_null) {
      null_count += published ? 0 : 1;
      /* Whether it was published may not be known. */
      null_is_certain = null_is_certain && !atomic_load(&next->loose);
      continue;
    }
    int32_t expected = published ? 0 : 1, destroyed = atomic_load(&next->destroyed);
    if (destroyed != expected) {
      fault("at the end, the %s %p was given up %d times", next->what, (void *)next, destroyed);
    }
  }
  int64_t destroyed = atomic_load(&null_destroyed);
  if (destroyed > null_count || (null_is_certain && destroyed != null_count)) {
    fault("at the end, %lld of %lld capabilities that are NULL were given up", (long long)destroyed,
          (long long)null_count);
  }
}
