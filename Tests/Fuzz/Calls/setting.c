#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "configurations.h"
#include "releasing.h"

/* Changes what the model knows of a configuration, before the call does: what the change gives up
   may run destroy functions, and they see it. */
static void change(object *configuration, content *changed) {
  content *before = configuration->content;
  configuration->content = changed;
  content_release(before);
}

typedef struct setting {
  handle_argument configuration;
  key_argument key;
  value value;
} setting;

static void draw_setting(step *step, setting *setting, pyxis_type type) {
  setting->configuration = draw_handle(step, kind_configuration);
  setting->key = draw_key(step, type);
  setting->value = value_zero(type);
}

/* What the model makes of the call before it is made, given what is wrong with the value; returns
   how the call can end. */
static status_set apply_setting(setting *setting, status_set refused) {
  handle_argument *configuration = &setting->configuration;
  refused |= handle_refusals(configuration) | key_refusals(&setting->key, setting->value.type);
  if (refused == 0 && is_known(configuration)) {
    change(configuration->object, content_setting(configuration->object->content,
                                                  (uint32_t)setting->key.index, &setting->value));
  }
  return handle_outcomes(configuration, refused_or(refused, ONE(PYXIS_OK)));
}

static const char *setting_show(const setting *setting) {
  return arena_print("%s, %s", setting->configuration.shown, key_show(&setting->key));
}

#define CONFIGURATION(setting) HANDLE(pyxis_configuration, (setting).configuration)

void step_set_bool(step *step) {
  setting setting;
  draw_setting(step, &setting, PYXIS_TYPE_BOOL);
  int32_t passed = draw_bool(&step->rng);
  setting.value.bits = passed != 0;
  status_set allowed = apply_setting(&setting, 0);
  BEGIN(step, pyxis_configuration_set_bool, "%s, %d", setting_show(&setting), passed);
  call_ends(step, pyxis_configuration_set_bool(CONFIGURATION(setting), setting.key.key, passed),
            allowed);
}

void step_set_int64(step *step) {
  setting setting;
  draw_setting(step, &setting, PYXIS_TYPE_INT64);
  int64_t passed = draw_int64(&step->rng);
  setting.value.bits = (uint64_t)passed;
  status_set allowed = apply_setting(&setting, 0);
  BEGIN(step, pyxis_configuration_set_int64, "%s, %lld", setting_show(&setting), (long long)passed);
  call_ends(step, pyxis_configuration_set_int64(CONFIGURATION(setting), setting.key.key, passed),
            allowed);
}

void step_set_double(step *step) {
  setting setting;
  draw_setting(step, &setting, PYXIS_TYPE_DOUBLE);
  setting.value.bits = draw_double(&step->rng);
  double passed = double_of_bits(setting.value.bits);
  status_set allowed = apply_setting(&setting, 0);
  BEGIN(step, pyxis_configuration_set_double, "%s, %a", setting_show(&setting), passed);
  call_ends(step, pyxis_configuration_set_double(CONFIGURATION(setting), setting.key.key, passed),
            allowed);
}

void step_set_string(step *step) {
  setting setting;
  draw_setting(step, &setting, PYXIS_TYPE_STRING);
  text_argument passed = draw_text(step, draw_value_text(&step->rng));
  setting.value.text = passed.meaning;
  status_set allowed = apply_setting(&setting, text_refusals(&passed));
  BEGIN(step, pyxis_configuration_set_string, "%s, %s", setting_show(&setting),
        text_argument_show(&passed));
  call_ends(step,
            pyxis_configuration_set_string(CONFIGURATION(setting), setting.key.key, passed.data,
                                           passed.length),
            allowed);
}

void step_set_bytes(step *step) {
  setting setting;
  draw_setting(step, &setting, PYXIS_TYPE_BYTES);
  text_argument passed = draw_bytes_argument(step, draw_bytes(&step->rng));
  setting.value.text = passed.meaning;
  status_set allowed = apply_setting(&setting, text_refusals(&passed));
  BEGIN(step, pyxis_configuration_set_bytes, "%s, %s", setting_show(&setting),
        text_argument_show(&passed));
  call_ends(step,
            pyxis_configuration_set_bytes(CONFIGURATION(setting), setting.key.key,
                                          (const uint8_t *)passed.data, passed.length),
            allowed);
}

void step_set_capability(step *step) {
  setting setting;
  draw_setting(step, &setting, PYXIS_TYPE_CAPABILITY);
  rng *rng = &step->rng;
  pyxis_destroy_function destroy = NULL;
  void *pointer = draw_chance(rng, 20) ? NULL : draw_service(rng);
  owned *owned = NULL;
  if (draw_chance(rng, 75)) {
    owned = owned_make("capability", draw_chance(rng, 15));
    destroy = owned_destroy_function(owned);
    pointer = owned_pointer(owned);
    if (setting.configuration.shared)
      owned_loosen(owned);
  }
  setting.value.bits = (uint64_t)(uintptr_t)pointer;
  setting.value.owned = owned;
  status_set allowed = apply_setting(&setting, 0);
  /* The call holds it until it returns; what it does not keep has been given up then. */
  if (owned != NULL)
    owned_leave(owned);
  BEGIN(step, pyxis_configuration_set_capability, "%s, %p, %s", setting_show(&setting), pointer,
        destroy == NULL ? "NULL" : "destroy");
  call_ends(
      step,
      pyxis_configuration_set_capability(CONFIGURATION(setting), setting.key.key, pointer, destroy),
      allowed);
}

/* Draws a key whose entry is set, if any is. */
static void draw_held_key(step *step, const content *content, key_argument *key) {
  uint32_t first = draw_below(&step->rng, key_name_count);
  for (uint32_t offset = 0; offset < key_name_count; offset += 1) {
    uint32_t index = (first + offset) % key_name_count;
    if (content->entries[index].state == entry_unset)
      continue;
    pyxis_key held = atomic_load(&key_facts[index].key);
    if (held != 0)
      *key = (key_argument){held, (int32_t)index};
    return;
  }
}

void step_unset(step *step) {
  handle_argument configuration = draw_handle(step, kind_configuration);
  key_argument key = draw_key(step, 0);
  if (is_known(&configuration) && draw_chance(&step->rng, 60)) {
    draw_held_key(step, configuration.object->content, &key);
  }
  status_set refused = handle_refusals(&configuration) | key_refusals(&key, 0);
  status_set outcomes = ONE(PYXIS_OK) | ONE(PYXIS_NOT_FOUND);
  if (refused == 0 && is_known(&configuration)) {
    content *before = configuration.object->content;
    entry_state state = before->entries[key.index].state;
    if (state == entry_set)
      outcomes = ONE(PYXIS_OK);
    if (state == entry_unset)
      outcomes = ONE(PYXIS_NOT_FOUND);
    if (state != entry_unset) {
      change(configuration.object, content_unsetting(before, (uint32_t)key.index));
    }
  }
  BEGIN(step, pyxis_configuration_unset, "%s, %s", configuration.shown, key_show(&key));
  pyxis_status status =
      pyxis_configuration_unset(HANDLE(pyxis_configuration, configuration), key.key);
  call_ends(step, status, handle_outcomes(&configuration, refused_or(refused, outcomes)));
}
