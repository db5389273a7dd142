#include "releasing.h"

#include "../Model/arena.h"
#include "../Program/catalog.h"

void object_ends(object *object) {
  atomic_store(&object->lives, false);
  if (object->kind == kind_configuration)
    content_release(object->content);
}

static pyxis_status call_release(step *step, kind kind, uintptr_t bits, const char *shown) {
  switch (kind) {
#define RELEASE(noun)                                                                              \
  case kind_##noun:                                                                                \
    BEGIN(step, pyxis_##noun##_release, "%s", shown);                                              \
    return pyxis_##noun##_release((pyxis_##noun *)bits)
    RELEASE(configuration);
    RELEASE(variants);
    RELEASE(report);
    RELEASE(error);
    RELEASE(buffer);
#undef RELEASE
  default:
    fault("the tester releases what has no release function");
  }
}

/* Releases a handle that several threads use: one of them succeeds. */
static void release_shared(step *step, object *object, const char *shown) {
  pyxis_status status = call_release(step, object->kind, object->bits, shown);
  call_ends(step, status, ONE(PYXIS_OK) | ONE(PYXIS_ERROR_INVALID_HANDLE));
  if (status == PYXIS_OK && !atomic_exchange(&object->lives, false)) {
    fault("a shared handle was released twice");
  }
}

void release_shared_variable(step *step, uintptr_t bits, kind kind) {
  object *object = object_living(bits);
  if (object == NULL || object->kind != kind)
    return;
  release_shared(step, object,
                 is_printing ? arena_print("the shared %s before", kind_name(kind)) : "");
}

static void release(step *step, kind kind) {
  handle_argument argument = draw_handle(step, kind);
  if (argument.shared) {
    release_shared(step, argument.object, argument.shown);
    return;
  }
  status_set allowed =
      argument.bits == 0 ? ONE(PYXIS_OK) : refused_or(handle_refusals(&argument), ONE(PYXIS_OK));
  if (argument.object != NULL && argument.object->borrowed) {
    allowed = ONE(PYXIS_ERROR_NOT_OWNED);
  } else if (argument.object != NULL) {
    object_ends(argument.object);
  }
  pyxis_status status = call_release(step, kind, argument.bits, argument.shown);
  call_ends(step, status, allowed);
}

void release_replaced(step *step, object *object) {
  if (object->borrowed || object->kind == kind_scope || atomic_load(&object->shared))
    return;
  if (!atomic_load(&object->lives))
    return;
  object_ends(object);
  const char *shown = is_printing ? arena_print("the %s before", kind_name(object->kind)) : "";
  call_ends(step, call_release(step, object->kind, object->bits, shown), ONE(PYXIS_OK));
}

void step_release_configuration(step *step) { release(step, kind_configuration); }
void step_release_variants(step *step) { release(step, kind_variants); }
void step_release_report(step *step) { release(step, kind_report); }
void step_release_error(step *step) { release(step, kind_error); }
void step_release_buffer(step *step) { release(step, kind_buffer); }

/* MARK: Views */

static uint64_t current_version(const held_view *held) {
  if (held->object == NULL)
    return held->version;
  switch (held->object->kind) {
  case kind_configuration:
    return held->object->content->entries[held->key].setting;
  case kind_variants:
    return held->object->variants->changes;
  default:
    return 0;
  }
}

static bool is_valid(const held_view *held) {
  if (held->expected.data == NULL)
    return false;
  if (held->object == NULL)
    return true;
  return atomic_load(&held->object->lives) && !atomic_load(&held->object->shared) &&
         atomic_load(&held->object->holder) == self->variables->holder &&
         current_version(held) == held->version;
}

/* Looks at views of calls before: those that are still valid must be as they were. */
void step_views(step *step) {
  (void)step;
  for (uint32_t index = 0; index < view_count; index += 1) {
    held_view *held = &self->variables->views[index];
    if (!is_valid(held))
      continue;
    if (is_printing)
      call_prints("look", "at the view of %s", text_show(held->expected));
    check_view("a view of before", (pyxis_string){held->view.data, held->view.length},
               held->expected);
  }
}
