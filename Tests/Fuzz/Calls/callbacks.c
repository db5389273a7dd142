#include <string.h>

#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "launching.h"
#include "windows.h"
#include "redaction.h"

static launching *under_way(void) {
  launching *launching = self->step == NULL ? NULL : self->step->record;
  if (launching == NULL || launching->step != self->step) {
    fault("a callback runs at another time than in its call");
  }
  return launching;
}

/* The adapter of a key among those that were read, or NULL. */
static const adapter *adapter_of(const launching *launching, text key) {
  for (uint32_t index = 0; index < launching->read_count; index += 1) {
    if (text_equal(launching->drawn[index].key, key))
      return &launching->drawn[index];
  }
  return NULL;
}

bool adapter_refuses(const launching *launching, const variant *variant) {
  const adapter *adapter = adapter_of(launching, variant->key);
  return adapter != NULL && adapter->checks_value && !window_value_is_known(variant);
}

static bool has_running_adapter(const launching *launching, const variant *variant) {
  return adapter_of(launching, variant->key) != NULL && !adapter_refuses(launching, variant);
}

uint32_t adapters_to_run(const launching *launching) {
  uint32_t count = 0;
  for (size_t index = 0; index < launching->requested->count; index += 1) {
    if (has_running_adapter(launching, &launching->requested->list[index]))
      count += 1;
  }
  return count;
}

/* Moves on to the next variant whose adapter runs. */
static const variant *next_variant(launching *launching) {
  const variants *requested = launching->requested;
  while (launching->next < requested->count) {
    const variant *variant = &requested->list[launching->next];
    if (has_running_adapter(launching, variant))
      return variant;
    launching->next += 1;
  }
  return NULL;
}

/* The reservation is this call's, so no other preparation runs or has run. */
static void begin_running(launching *launching) {
  if (launching->is_running)
    return;
  launching->is_running = true;
  /* Another thread may have prepared the process meanwhile. */
  bool is_late = launching->is_apply && launching->requested == NULL && preparation_is_possible();
  if (is_late)
    launching->requested = preparation_published()->requested;
  if (launching->refused != 0 || launching->requested == NULL) {
    fault("a callback runs although the call must fail before");
  }
  if (!launching->is_apply && !preparation_starts()) {
    fault("a preparation runs during or after another one");
  }
}

int32_t configure_callback(pyxis_configuration *configuration, void *user_data) {
  launching *launching = under_way();
  begin_running(launching);
  launching->configured += 1;
  if (is_printing)
    call_prints("configure", "configuration[%d], data", borrowed_variable);
  if (launching->configured != 1 || launching->adapters_run != 0) {
    fault("configure runs at another time than first");
  }
  if (user_data != launching->configure_user_data)
    fault("configure got another's user data");
  if (atomic_load(&launching->configure.destroyed) != 0)
    fault("configure's data was given up");
  object *lent = object_add((uintptr_t)configuration, kind_configuration, self->variables->holder);
  if (configuration == NULL || lent == NULL)
    fault("configure got no new handle");
  lent->borrowed = true;
  lent->content = launching->in_force;
  uintptr_t before = lend_handle(lent);
  uint32_t fewest_before = self->fewest_frames;
  self->fewest_frames = self->frame_count;
  self->is_ending = false;
  /* Few of them run, so each does much. */
  for (int times = 0; times < 3; times += 1)
    run_nested_steps();
  /* What it left open is closed when it returns; it may have closed what was open before. */
  self->is_ending = true;
  frames_pop_to(self->fewest_frames);
  if (self->fewest_frames > fewest_before)
    self->fewest_frames = fewest_before;
  atomic_store(&lent->lives, false);
  take_back_handle(lent, before);
  launching->in_force = lent->content;
  if (launching->configure_outcome != 0 || adapters_to_run(launching) == 0) {
    launching_finishes(launching);
  }
  if (is_printing)
    call_prints("return", "%d", launching->configure_outcome);
  return launching->configure_outcome;
}

static void set_result(object *object) {
  step inside = step_begin_inside();
  step *step = self->step = &inside;
  rng *rng = &step->rng;
  bool is_set = draw_chance(rng, 80);
  result *result = draw_result(rng, text_of(""));
  if (mood_here == mood_invalid_results && draw_chance(rng, 70)) {
    result->value = result->reason = fact_absent();
  }
  /* A result that is not valid spoils the whole call. */
  uint32_t sparing = mood_here == mood_invalid_results ? 0 : 60;
  if (!is_set || (!result_is_valid(result) && draw_chance(rng, sparing))) {
    step_end_inside(step);
    return;
  }
  text value = result->value.text, reason = result->reason.text;
  BEGIN(step, pyxis_result_set, "result[%d], %d, %s, %zu, %s, %zu", borrowed_variable,
        result->status, text_show(value), value.length, text_show(reason), reason.length);
  pyxis_status status = pyxis_result_set((pyxis_result *)object->bits, result->status, value.data,
                                         value.length, reason.data, reason.length);
  call_ends(step, status, ONE(PYXIS_OK));
  step_end_inside(step);
  object->result.was_set = true;
  object->result.status = result->status;
  object->result.value = result->value;
  object->result.reason = result->reason;
}

void apply_callback(const pyxis_string *key, const pyxis_string *value, pyxis_result *passed,
                    void *user_data) {
  launching *launching = under_way();
  begin_running(launching);
  if (launching->configures && launching->configured != 1)
    fault("configure did not run first");
  const variant *expected = next_variant(launching);
  if (expected == NULL || launching->is_finished)
    fault("an adapter runs that must not");
  if (key == NULL || value == NULL)
    fault("an adapter got no key or value");
  check_view("the adapter's key", *key, expected->key);
  check_view("the adapter's value", *value, expected->value);
  const adapter *adapter = adapter_of(launching, expected->key);
  if (is_printing)
    call_prints("apply", "%s, result[%d]", text_show(adapter->key), borrowed_variable);
  if (user_data != adapter->user_data)
    fault("an adapter got another's user data");
  if (atomic_load(&adapter->owned.destroyed) != 0)
    fault("the adapter's data was given up");
  if (launching->adapters_run == 0) {
    launching->outside = self->frame_count;
    frame_push(launching->in_force, (text){NULL, 0}, NULL);
  }
  self->is_ending = self->is_between_scopes = false;
  launching->adapters_run += 1;
  object *lent = object_add((uintptr_t)passed, kind_result, self->variables->holder);
  if (passed == NULL || lent == NULL)
    fault("an adapter got no new result");
  lent->borrowed = true;
  lent->result.status = PYXIS_VARIANT_UNVERIFIED;
  lent->result.value = fact_absent();
  lent->result.reason = fact_some();
  uintptr_t before = lend_handle(lent);
  set_result(lent);
  uint64_t secret_names = keys_secret_names();
  run_nested_steps();
  atomic_store(&lent->lives, false);
  take_back_handle(lent, before);
  if (!is_concurrent())
    secret_names = keys_secret_names();
  result *result =
      result_make(expected->key, lent->result.status, lent->result.value, lent->result.reason);
  launching->results[launching->next] = result_redacted(result, expected->value, secret_names);
  launching->next += 1;
  /* What it left open is closed now; so is the scope of all adapters after the last one. */
  self->is_ending = true;
  bool is_last = next_variant(launching) == NULL;
  self->is_between_scopes = is_last && self->frame_count > launching->outside + 1;
  frames_pop_to(launching->outside + (is_last ? 0 : 1));
  if (is_last)
    launching_finishes(launching);
}
