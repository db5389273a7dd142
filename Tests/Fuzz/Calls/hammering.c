/* Two threads use one handle at the same time, as fast as they can: what goes wrong only when two
   calls meet needs many that do. */
#include <sched.h>

#include "../Arguments/arguments.h"
#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "releasing.h"

enum {
  /* Which shared variable is hammered on. */
  hammered_place = 0,
  /* Calls that come one right after the other. */
  burst_size = 32,
};

/* The same call over and over, with nothing between: `check` runs after each that goes well. */
#define BURST(step, function, allowed, call, check, shown)                                         \
  do {                                                                                             \
    BEGIN(step, function, "%s, %d times", shown, burst_size);                                      \
    pyxis_status status = PYXIS_OK;                                                                \
    for (int turn = 0; turn < burst_size; turn += 1) {                                             \
      status = call;                                                                               \
      if (((allowed)&ONE(status)) == 0)                                                            \
        break;                                                                                     \
      if (status == PYXIS_OK)                                                                      \
        check;                                                                                     \
    }                                                                                              \
    call_repeats(step, burst_size - 1);                                                            \
    call_ends(step, status, allowed);                                                              \
  } while (0)

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

/* What is read of a copy that is this thread's alone must be whole. */
static void check_copy(pyxis_configuration *copy, pyxis_key key) {
  pyxis_string value;
  if (pyxis_configuration_get_string(copy, key, &value) != PYXIS_OK)
    fault("a copy cannot be read");
  if (!text_is_utf8((text){value.data, value.length}) || value.data[value.length] != 0) {
    fault("a value that several threads set is torn");
  }
  if (pyxis_configuration_release(copy) != PYXIS_OK)
    fault("a copy cannot be released");
}

static void check_number(int64_t value) {
  if (!is_int64_drawn(value))
    fault("the value is %lld, which nobody set", (long long)value);
}

static void use_configuration(step *step, pyxis_key number, pyxis_key string, uint32_t choice) {
  uintptr_t bits = atomic_load(&shared_variables[kind_configuration][hammered_place]);
  pyxis_configuration *configuration = (pyxis_configuration *)bits, *copy = NULL;
  pyxis_string view;
  int64_t read = 0, set = draw_int64(&step->rng);
  text value = draw_value_text(&step->rng);
  switch (choice) {
  case 0:
  case 1:
    BURST(step, pyxis_configuration_get_int64, alive_or_not,
          pyxis_configuration_get_int64(configuration, number, &read), check_number(read),
          "shared_configuration[0], key, &value");
    break;
  case 2:
    BURST(step, pyxis_configuration_get_string, alive_or_not,
          pyxis_configuration_get_string(configuration, string, &view), (void)0,
          "shared_configuration[0], key, &value");
    break;
  case 3:
    BURST(step, pyxis_configuration_copy, alive_or_not,
          pyxis_configuration_copy(configuration, &copy), check_copy(copy, string),
          "shared_configuration[0], &copy");
    break;
  case 4:
    BURST(step, pyxis_configuration_set_int64, alive_or_not,
          pyxis_configuration_set_int64(configuration, number, set), (void)0,
          "shared_configuration[0], key, value");
    break;
  case 5:
    BURST(step, pyxis_configuration_set_string, alive_or_not,
          pyxis_configuration_set_string(configuration, string, value.data, value.length), (void)0,
          "shared_configuration[0], key, value");
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
  status_set found_or_not = alive_or_not | ONE(PYXIS_NOT_FOUND);
  switch (choice) {
  case 0:
  case 1:
    BURST(step, pyxis_variants_at, found_or_not, pyxis_variants_at(variants, 0, &view, NULL),
          (void)0, "shared_variants[0], 0, &key, NULL");
    break;
  case 2:
    BURST(step, pyxis_variants_count, alive_or_not, pyxis_variants_count(variants, &count), (void)0,
          "shared_variants[0], &count");
    break;
  case 3:
    BURST(step, pyxis_variants_find, found_or_not,
          pyxis_variants_find(variants, key.data, key.length, &view), (void)0,
          "shared_variants[0], key, &value");
    break;
  case 4:
  case 5:
    BURST(step, pyxis_variants_set, alive_or_not,
          pyxis_variants_set(variants, key.data, key.length, value.data, value.length), (void)0,
          "shared_variants[0], key, value");
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
  uint32_t turns = 5 + draw_below(&step->rng, 60);
  meet();
  for (uint32_t turn = 0; turn < turns; turn += 1) {
    uint32_t choice = draw_below(&step->rng, only_reads ? 4 : 7);
    if (is_configuration) {
      use_configuration(step, number, string, choice);
    } else {
      use_variants(step, choice);
    }
  }
}
