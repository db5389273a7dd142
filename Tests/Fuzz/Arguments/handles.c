#include "handles.h"

#include "../Drawing/pools.h"
#include "../Model/arena.h"

const char *variable_show(kind kind, uint32_t index) {
  return arena_print("%s[%u]", kind_name(kind), index);
}

/* Bits that are no handle of this kind, or hardly. */
static uintptr_t draw_wrong_bits(rng *rng, kind kind) {
  uintptr_t(*handles)[variable_count] = self->variables->handles;
  uintptr_t own = handles[kind][draw_below(rng, variable_count)];
  /* What another thread gets next is not to be guessed by chance: it would be right to accept. */
  uint32_t first_bit = is_concurrent() ? 40 : 0;
  switch (draw_below(rng, 10)) {
  case 0:
    return 0;
  case 1:
    return draw_below(rng, 256);
  case 2:
    return (uintptr_t)draw_bits(rng);
  case 3:
    return (uintptr_t)rng;
  case 4:
    return (uintptr_t)self->variables;
  case 5:
    return (uintptr_t)draw_wrong_bits;
  case 6:
    return handles[draw_below(rng, kind_count)][draw_below(rng, variable_count)];
  case 7:
    return own ^ (uintptr_t)1 << (first_bit + draw_below(rng, 64 - first_bit));
  /* The same place and generation under another kind's number. */
  case 8:
    return own ^ (uintptr_t)(1 + draw_below(rng, 15)) << 4;
  default:
    return ~own;
  }
}

/* What a drawn value refers to; one that others own and this thread must not use becomes NULL. */
static void resolve(handle_argument *argument, kind kind) {
  object *object = object_living(argument->bits);
  /* A handle of another kind is refused whoever owns it, and whether it lives or not. */
  if (object == NULL || object->kind != kind)
    return;
  bool own =
      atomic_load(&object->holder) == (kind == kind_scope ? self->number : self->variables->holder);
  argument->shared = kind == kind_scope ? !own && is_concurrent() : atomic_load(&object->shared);
  if (kind != kind_scope && !own && !argument->shared) {
    argument->bits = 0;
    argument->shown = "NULL";
    return;
  }
  argument->object = object;
  argument->foreign = argument->foreign && !own;
}

handle_argument draw_handle(step *step, kind kind) {
  rng *rng = &step->rng;
  handle_argument argument = {0};
  uint32_t choice = draw_below(rng, 100);
  uint32_t variable = draw_below(rng, variable_count);
  /* What is lent to a callback is there for a short time only. */
  bool is_lent = object_living(self->variables->handles[kind][borrowed_variable]) != NULL;
  if (is_lent && choice >= 50)
    variable = borrowed_variable;
  if (!is_lent && choice >= 40)
    variable %= borrowed_variable;
  if (choice < 10) {
    argument.bits = draw_wrong_bits(rng, kind);
    if (is_printing)
      argument.shown = arena_print("%#zx", argument.bits);
  } else if (choice < 18 && is_concurrent() && kind != kind_scope) {
    variable %= shared_variable_count;
    argument.bits = atomic_load(&shared_variables[kind][variable]);
    if (is_printing)
      argument.shown = arena_print("shared_%s", variable_show(kind, variable));
  } else if (choice < 18 && is_concurrent()) {
    variable %= foreign_scope_count;
    argument.bits = atomic_load(&foreign_scopes[variable]);
    argument.foreign = argument.bits != 0;
    if (is_printing)
      argument.shown = arena_print("foreign_%s", variable_show(kind, variable));
  } else {
    argument.bits = self->variables->handles[kind][variable];
    if (is_printing)
      argument.shown = variable_show(kind, variable);
  }
  resolve(&argument, kind);
  return argument;
}

status_set handle_refusals(const handle_argument *argument) {
  return argument->object == NULL ? ONE(PYXIS_ERROR_INVALID_HANDLE) : 0;
}

status_set handle_outcomes(const handle_argument *argument, status_set otherwise) {
  return otherwise | (argument->shared ? ONE(PYXIS_ERROR_INVALID_HANDLE) : 0);
}

bool is_known(const handle_argument *argument) {
  return argument->object != NULL && !argument->shared;
}

uintptr_t lend_handle(const object *object) {
  uintptr_t *variable = &self->variables->handles[object->kind][borrowed_variable];
  uintptr_t before = *variable;
  *variable = object->bits;
  return before;
}

void take_back_handle(const object *object, uintptr_t before) {
  /* What was lent stays there as a handle that lives no more, unless another one still does. */
  if (object_living(before) != NULL) {
    self->variables->handles[object->kind][borrowed_variable] = before;
  }
}
