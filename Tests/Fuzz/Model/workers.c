#include "workers.h"

_Thread_local worker *self;
uint32_t thread_count = 1;
_Atomic(uintptr_t) shared_variables[kind_count][shared_variable_count];
_Atomic(uintptr_t) foreign_scopes[foreign_scope_count];

uint32_t worker_next_number(void) {
  static _Atomic(uint32_t) next;
  return atomic_fetch_add(&next, 1);
}

void frame_push(content *content, text label, object *open) {
  if (label.data == NULL) {
    content_retain(content);
  } else {
    content = content_marking(content, self->frame_count + 1, label);
  }
  self->frames[self->frame_count] = (frame){content, label, open};
  self->frame_count += 1;
}

void frames_pop_to(uint32_t count) {
  while (self->frame_count > count) {
    self->frame_count -= 1;
    frame *popped = &self->frames[self->frame_count];
    if (popped->open != NULL)
      atomic_store(&popped->open->lives, false);
    content_leave(popped->content);
  }
  if (self->fewest_frames > count)
    self->fewest_frames = count;
}

candidates effective_contents(bool was_sure) {
  if (self->frame_count > 0) {
    return (candidates){{self->frames[self->frame_count - 1].content}, 1};
  }
  content *published = preparation_published();
  if (published == NULL)
    return (candidates){{content_empty()}, 1};
  if (was_sure || self->saw_published)
    return (candidates){{published}, 1};
  return (candidates){{content_empty(), published}, 2};
}

void effective_is(const content *content) {
  if (self->frame_count == 0 && content == preparation_published())
    self->saw_published = true;
}

void view_hold(object *object, int32_t key, uint64_t version, text view, text expected) {
  variables *variables = self->variables;
  variables->views[variables->next_view % view_count] =
      (held_view){object, key, version, view, expected};
  variables->next_view += 1;
}
