/* Two threads use one handle at the same time, as fast as they can: what goes wrong only when two
   calls meet needs many that do. */
#include <sched.h>

#include "../Arguments/arguments.h"
#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "releasing.h"

/* Which shared variable is hammered on. */
enum { hammered_place = 0 };

/* Waits a little for another thread that does the same. */
static void meet(void) {
  enum { most_turns = 3000 };
  static _Atomic(uint32_t) arrivals;
  uint32_t arrived = atomic_fetch_add(&arrivals, 1);
  for (int turn = 0; turn < most_turns; turn += 1) {
    if (atomic_load(&arrivals) / 2 > arrived / 2)
      return;
    sched_yield();
  }
}

/* Puts a new handle there, in place of one that the other thread may be using. */
static void replace(step *step, kind kind) {
  uintptr_t bits = 0;
  if (kind == kind_configuration) {
    BEGIN(step, pyxis_configuration_create, "%s", "&shared_configuration[0]");
    call_ends(step, pyxis_configuration_create((pyxis_configuration **)(void *)&bits),
              ONE(PYXIS_OK));
  } else {
    BEGIN(step, pyxis_variants_create, "%s", "&shared_variants[0]");
    call_ends(step, pyxis_variants_create((pyxis_variants **)(void *)&bits), ONE(PYXIS_OK));
  }
  object *made = object_add(bits, kind, self->variables->holder);
  if (made == NULL)
    fault("the handle %#zx was given out twice", bits);
  if (kind == kind_configuration) {
    made->content = content_unknown();
  } else {
    made->variants = variants_make();
    made->variants->unknown = true;
  }
  atomic_store(&made->shared, true);
  uintptr_t before = atomic_exchange(&shared_variables[kind][hammered_place], bits);
  release_shared_variable(step, before, kind);
}

static const status_set alive_or_not = ONE(PYXIS_OK) | ONE(PYXIS_ERROR_INVALID_HANDLE);

/* MARK: Configurations */

static void check_copy(step *step, const pyxis_configuration *configuration, pyxis_key key) {
  pyxis_configuration *copy = NULL;
  pyxis_string value;
  BEGIN(step, pyxis_configuration_copy, "%s", "shared_configuration[0], &copy");
  pyxis_status status = pyxis_configuration_copy(configuration, &copy);
  call_ends(step, status, alive_or_not);
  if (status != PYXIS_OK)
    return;
  BEGIN(step, pyxis_configuration_get_string, "%s", "copy, key, &value");
  call_ends(step, pyxis_configuration_get_string(copy, key, &value), ONE(PYXIS_OK));
  if (!text_is_utf8((text){value.data, value.length}) || value.data[value.length] != 0) {
    fault("a value that several threads set is torn");
  }
  BEGIN(step, pyxis_configuration_release, "%s", "copy");
  call_ends(step, pyxis_configuration_release(copy), ONE(PYXIS_OK));
}

static void read_number(step *step, const pyxis_configuration *configuration, pyxis_key key) {
  int64_t value;
  BEGIN(step, pyxis_configuration_get_int64, "%s", "shared_configuration[0], key, &value");
  pyxis_status status = pyxis_configuration_get_int64(configuration, key, &value);
  call_ends(step, status, alive_or_not);
  if (status == PYXIS_OK && !is_int64_drawn(value)) {
    fault("the value is %lld, which nobody set", (long long)value);
  }
}

static void use_configuration(step *step, pyxis_key number, pyxis_key string, uint32_t choice) {
  uintptr_t bits = atomic_load(&shared_variables[kind_configuration][hammered_place]);
  pyxis_configuration *configuration = (pyxis_configuration *)bits;
  pyxis_string view;
  text value;
  switch (choice) {
  case 0:
  case 1:
    read_number(step, configuration, number);
    break;
  case 2:
    BEGIN(step, pyxis_configuration_get_string, "%s", "shared_configuration[0], key, &value");
    call_ends(step, pyxis_configuration_get_string(configuration, string, &view), alive_or_not);
    break;
  case 3:
    check_copy(step, configuration, string);
    break;
  case 4:
    BEGIN(step, pyxis_configuration_set_int64, "%s", "shared_configuration[0], key, value");
    call_ends(step, pyxis_configuration_set_int64(configuration, number, draw_int64(&step->rng)),
              alive_or_not);
    break;
  case 5:
    value = draw_value_text(&step->rng);
    BEGIN(step, pyxis_configuration_set_string, "%s", "shared_configuration[0], key, value");
    call_ends(step, pyxis_configuration_set_string(configuration, string, value.data, value.length),
              alive_or_not);
    break;
  default:
    replace(step, kind_configuration);
  }
}

/* A key of a type, or 0. */
static pyxis_key find_key(pyxis_type type) {
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    pyxis_key key = atomic_load(&key_facts[index].key);
    const value *usual = &key_facts[index].definition.value;
    if (key != 0 && usual->type == type)
      return key;
  }
  return 0;
}

/* MARK: Variants */

static void use_variants(step *step, uint32_t choice) {
  uintptr_t bits = atomic_load(&shared_variables[kind_variants][hammered_place]);
  pyxis_variants *variants = (pyxis_variants *)bits;
  text key = draw_variant_key(&step->rng), value = draw_value_text(&step->rng);
  pyxis_string view;
  size_t count;
  switch (choice) {
  case 0:
  case 1:
    BEGIN(step, pyxis_variants_at, "%s", "shared_variants[0], 0, &key, NULL");
    call_ends(step, pyxis_variants_at(variants, 0, &view, NULL),
              alive_or_not | ONE(PYXIS_NOT_FOUND));
    break;
  case 2:
    BEGIN(step, pyxis_variants_count, "%s", "shared_variants[0], &count");
    call_ends(step, pyxis_variants_count(variants, &count), alive_or_not);
    break;
  case 3:
    BEGIN(step, pyxis_variants_find, "%s", "shared_variants[0], key, &value");
    call_ends(step, pyxis_variants_find(variants, key.data, key.length, &view),
              alive_or_not | ONE(PYXIS_NOT_FOUND));
    break;
  case 4:
  case 5:
    BEGIN(step, pyxis_variants_set, "%s", "shared_variants[0], key, value");
    call_ends(step, pyxis_variants_set(variants, key.data, key.length, value.data, value.length),
              alive_or_not);
    break;
  default:
    replace(step, kind_variants);
  }
}

void step_hammer(step *step) {
  if (!is_concurrent())
    return;
  pyxis_key number = find_key(PYXIS_TYPE_INT64), string = find_key(PYXIS_TYPE_STRING);
  bool is_configuration = draw_chance(&step->rng, 70) && number != 0 && string != 0;
  bool only_reads = draw_chance(&step->rng, 40);
  uint32_t count = 20 + draw_below(&step->rng, 200);
  meet();
  for (uint32_t turn = 0; turn < count; turn += 1) {
    uint32_t choice = draw_below(&step->rng, only_reads ? 4 : 7);
    if (is_configuration) {
      use_configuration(step, number, string, choice);
    } else {
      use_variants(step, choice);
    }
  }
}
