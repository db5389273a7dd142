/* Handles that go from thread to thread, and handles that several threads use at once. */
#include <pthread.h>

#include "../Model/arena.h"
#include "../Arguments/arguments.h"
#include "../Program/catalog.h"
#include "releasing.h"
#include "sharing.h"

enum { mailbox_size = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static object *mailbox[kind_buffer + 1][mailbox_size];

/* Takes a handle that this thread owns out of its variable. */
static object *take(kind kind, uint32_t variable) {
  uintptr_t *handle = &self->variables->handles[kind][variable];
  object *object = object_living(*handle);
  if (object == NULL || object->kind != kind || object->borrowed)
    return NULL;
  if (atomic_load(&object->shared))
    return NULL;
  if (atomic_load(&object->holder) != self->variables->holder)
    return NULL;
  *handle = 0;
  return object;
}

/* Lets other threads use a handle from now on; the one that they used before is released. */
void step_share(step *step) {
  kind kind = (enum kind)draw_below(&step->rng, kind_buffer + 1);
  uint32_t place = draw_below(&step->rng, shared_variable_count);
  uint32_t variable = draw_below(&step->rng, borrowed_variable);
  if (!is_concurrent())
    return;
  object *object = take(kind, variable);
  if (object == NULL)
    return;
  if (kind == kind_configuration)
    content_loosen(object->content);
  atomic_store(&object->shared, true);
  if (is_printing) {
    call_prints("share", "%s[%u] as shared_%s[%u]", kind_name(kind), variable, kind_name(kind),
                place);
  }
  uintptr_t before = atomic_exchange(&shared_variables[kind][place], object->bits);
  release_shared_variable(step, before, kind);
}

void share_nothing(step *step) {
  for (uint32_t number = 0; number <= kind_buffer; number += 1) {
    kind kind = (enum kind)number;
    for (uint32_t place = 0; place < shared_variable_count; place += 1) {
      release_shared_variable(step, atomic_exchange(&shared_variables[kind][place], 0), kind);
    }
    for (uint32_t place = 0; place < mailbox_size; place += 1) {
      object *object = mailbox[kind][place];
      mailbox[kind][place] = NULL;
      if (object == NULL)
        continue;
      atomic_store(&object->holder, self->variables->holder);
      release_replaced(step, object);
    }
  }
}

/* Sends a handle to whoever takes it, or takes one. */
void step_mail(step *step) {
  kind kind = (enum kind)draw_below(&step->rng, kind_buffer + 1);
  uint32_t place = draw_below(&step->rng, mailbox_size);
  uint32_t variable = draw_below(&step->rng, borrowed_variable);
  if (!is_concurrent())
    return;
  object *sent = take(kind, variable);
  if (sent != NULL && kind == kind_configuration)
    content_loosen(sent->content);
  pthread_mutex_lock(&lock);
  object *received = mailbox[kind][place];
  mailbox[kind][place] = sent;
  if (sent != NULL)
    atomic_store(&sent->holder, UINT32_MAX);
  if (received != NULL) {
    atomic_store(&received->holder, self->variables->holder);
    self->variables->handles[kind][variable] = received->bits;
  }
  pthread_mutex_unlock(&lock);
  if (is_printing)
    call_prints("mail", "%s[%u]", kind_name(kind), variable);
}
