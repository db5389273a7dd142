#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "configurations.h"

/* MARK: Scopes of one call */

/* What an operation gets as its user data. */
typedef struct running {
  step *step;
  content *content;
  text label;
  uint32_t runs;
} running;

static void operation(void *user_data) {
  running *running = user_data;
  if (self->step != running->step)
    fault("the operation runs at another time than in its call");
  if (running->content == NULL)
    running->content = content_unknown();
  running->runs += 1;
  uint32_t outside = self->frame_count;
  self->is_ending = false;
  frame_push(running->content, running->label, NULL);
  run_nested_steps();
  /* What is still open in here is closed by the scope's end. */
  self->is_ending = true;
  frames_pop_to(outside);
}

/* Draws what both functions take; a label that is not passed is absent. */
static void run_scope(step *step, bool has_label) {
  handle_argument configuration = draw_handle(step, kind_configuration);
  bool is_passed = draw_required(step);
  text_argument label = {0};
  if (has_label)
    label = draw_text(step, draw_label(&step->rng));
  if (self->frame_count >= frame_limit)
    return;
  running running = {.step = step, .label = label.meaning};
  if (is_known(&configuration))
    running.content = configuration.object->content;
  pyxis_operation_function passed = is_passed ? operation : NULL;
  const char *shown = is_passed ? "operation" : "NULL";
  const pyxis_configuration *handle = HANDLE(const pyxis_configuration, configuration);
  status_set refused = handle_refusals(&configuration) | text_refusals(&label) |
                       (is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  status_set allowed = handle_outcomes(&configuration, refused_or(refused, ONE(PYXIS_OK)));
  pyxis_status status;
  bool was_ending = self->is_ending;
  if (has_label) {
    BEGIN(step, pyxis_scope_run_labeled, "%s, %s, %s, data", configuration.shown,
          text_argument_show(&label), shown);
    status = pyxis_scope_run_labeled(handle, label.data, label.length, passed, &running);
  } else {
    BEGIN(step, pyxis_scope_run, "%s, %s, data", configuration.shown, shown);
    status = pyxis_scope_run(handle, passed, &running);
  }
  self->is_ending = was_ending;
  call_ends(step, status, allowed);
  if (running.runs != (status == PYXIS_OK ? 1u : 0u)) {
    fault("the operation ran %u times", running.runs);
  }
}

void step_scope_run(step *step) { run_scope(step, false); }
void step_scope_run_labeled(step *step) { run_scope(step, true); }

/* MARK: Scopes that stay open */

static void tell_others(uintptr_t bits) {
  if (!is_concurrent())
    return;
  static _Atomic(uint32_t) next;
  atomic_store(&foreign_scopes[atomic_fetch_add(&next, 1) % foreign_scope_count], bits);
}

static void open_scope(step *step, bool has_label) {
  handle_argument configuration = draw_handle(step, kind_configuration);
  handle_out out;
  draw_handle_out(step, &out, kind_scope);
  text_argument label = {0};
  if (has_label)
    label = draw_text(step, draw_label(&step->rng));
  if (self->frame_count >= frame_limit || self->is_ending)
    return;
  const pyxis_configuration *handle = HANDLE(const pyxis_configuration, configuration);
  pyxis_status status;
  if (has_label) {
    BEGIN(step, pyxis_scope_open_labeled, "%s, %s, %s", configuration.shown,
          text_argument_show(&label), handle_out_show(&out));
    status =
        pyxis_scope_open_labeled(handle, label.data, label.length, HANDLE_OUT(pyxis_scope, out));
  } else {
    BEGIN(step, pyxis_scope_open, "%s, %s", configuration.shown, handle_out_show(&out));
    status = pyxis_scope_open(handle, HANDLE_OUT(pyxis_scope, out));
  }
  status_set refused = handle_refusals(&configuration) | text_refusals(&label) |
                       (out.is_null ? ONE(PYXIS_ERROR_INVALID_ARGUMENT) : 0);
  call_ends(step, status, handle_outcomes(&configuration, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK) {
    handle_out_empty(&out);
    return;
  }
  object *scope = handle_out_stored(step, &out);
  atomic_store(&scope->holder, self->number);
  bool known = is_known(&configuration);
  frame_push(known ? configuration.object->content : content_unknown(), label.meaning, scope);
  tell_others(scope->bits);
}

void step_scope_open(step *step) { open_scope(step, false); }
void step_scope_open_labeled(step *step) { open_scope(step, true); }

/* How closing a scope must end. */
static status_set closing_outcomes(const handle_argument *scope) {
  /* The other thread may be about to close it, or have just done so. */
  if (scope->foreign)
    return ONE(PYXIS_ERROR_WRONG_THREAD) | ONE(PYXIS_ERROR_INVALID_HANDLE);
  if (scope->object == NULL)
    return ONE(PYXIS_ERROR_INVALID_HANDLE);
  if (atomic_load(&scope->object->holder) != self->number) {
    return handle_outcomes(scope, ONE(PYXIS_ERROR_WRONG_THREAD));
  }
  bool is_innermost =
      self->frame_count > 0 && self->frames[self->frame_count - 1].open == scope->object;
  return is_innermost ? ONE(PYXIS_OK) : ONE(PYXIS_ERROR_WRONG_ORDER);
}

static void close_scope(step *step, handle_argument scope) {
  status_set allowed = closing_outcomes(&scope);
  if (allowed == ONE(PYXIS_OK))
    frames_pop_to(self->frame_count - 1);
  BEGIN(step, pyxis_scope_close, "%s", scope.shown);
  call_ends(step, pyxis_scope_close(HANDLE(pyxis_scope, scope)), allowed);
}

void step_scope_close(step *step) {
  /* Any scope, or one that can be closed. */
  if (draw_chance(&step->rng, 50)) {
    close_scope(step, draw_handle(step, kind_scope));
    return;
  }
  object *innermost = self->frame_count == 0 ? NULL : self->frames[self->frame_count - 1].open;
  if (innermost == NULL)
    return;
  close_scope(step, (handle_argument){.bits = innermost->bits,
                                      .object = innermost,
                                      .shown = "the innermost scope"});
}
