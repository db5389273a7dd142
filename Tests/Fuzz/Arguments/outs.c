#include "outs.h"

#include <string.h>

#include "../Model/arena.h"

void out_fill(void *out, size_t size) { memset(out, out_garbage, size); }

void out_zero(const char *name, const void *out, size_t size) {
  for (size_t index = 0; index < size; index += 1) {
    if (((const char *)out)[index] != 0)
      fault("the call failed and left '%s' not zero", name);
  }
}

bool draw_required(step *step) { return !draw_chance(&step->rng, 3); }

bool draw_optional(step *step) { return !draw_chance(&step->rng, 30); }

void draw_handle_out(step *step, handle_out *out, kind kind) {
  out->kind = kind;
  out->variable = draw_below(&step->rng, borrowed_variable);
  out->is_null = !draw_required(step);
  OUT_FILL(out->value);
}

void draw_optional_handle_out(step *step, handle_out *out, kind kind) {
  draw_handle_out(step, out, kind);
  out->is_null = !draw_optional(step);
}

const char *handle_out_show(const handle_out *out) {
  return out->is_null ? "NULL" : arena_print("&%s", variable_show(out->kind, out->variable));
}

object *handle_out_stored(step *step, handle_out *out) {
  uintptr_t garbage;
  OUT_FILL(garbage);
  if (out->value == 0 || out->value == garbage)
    fault("the call stored no handle");
  object *stored = object_add(out->value, out->kind, self->variables->holder);
  if (stored == NULL)
    fault("the handle %#zx was given out twice", out->value);
  uintptr_t *variable = &self->variables->handles[out->kind][out->variable];
  object *before = object_living(*variable);
  *variable = out->value;
  if (before != NULL && before->kind == out->kind)
    step->replaced[step->replaced_count++] = before;
  return stored;
}

void handle_out_empty(const handle_out *out) {
  if (!out->is_null && out->value != 0)
    fault("the call stored a handle where it must store NULL");
  if (out->is_null)
    return;
}

/* MARK: Views */

void check_view(const char *name, pyxis_string view, text expected) {
  if (expected.data == NULL) {
    if (view.data != NULL || view.length != 0)
      fault("'%s' is not absent", name);
    return;
  }
  if (view.data == NULL)
    fault("'%s' is absent, not %s", name, text_show(expected));
  text seen = {view.data, view.length};
  if (view.length != expected.length || !text_equal(seen, expected)) {
    fault("'%s' is %s, not %s", name, text_show(seen), text_show(expected));
  }
  if (view.data[view.length] != 0)
    fault("'%s' has no NUL after it", name);
}

text check_view_of_fact(const char *name, pyxis_string view, fact *fact) {
  text seen = {view.data, view.length};
  if (view.data != NULL && view.data[view.length] != 0)
    fault("'%s' has no NUL after it", name);
  if (view.data == NULL && view.length != 0)
    fault("'%s' is absent and has a length", name);
  if (!fact_agrees(fact, seen)) {
    fault("'%s' is %s, not %s", name, text_show(seen), fact_show(fact));
  }
  return fact_now(fact).text;
}
