#include "keys.h"

#include <pthread.h>

#include "../Drawing/pools.h"
#include "../Drawing/rng.h"
#include "../Rounds/round.h"
#include "arena.h"

key_fact key_facts[key_name_count];
static _Atomic(pyxis_key) racy_keys[racy_key_count];

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic(size_t) known_count;

enum { filler_limit = 6000 };
static pyxis_key fillers[filler_limit];
static uint32_t filler_count;

/* MARK: Names */

#define TEXT(literal)                                                                              \
  { literal, sizeof(literal) - 1 }

/* The type of a key is mostly its index modulo 6; one in five is mostly secret. */
static const text names[key_name_count] = {
    TEXT("feature.beta"),
    TEXT("retries"),
    TEXT("ratio"),
    TEXT("locale"),
    TEXT("certificate"),
    TEXT("logger"),
    TEXT("a"),
    TEXT("b"),
    TEXT("c"),
    TEXT("auth"),
    TEXT("e"),
    TEXT("f"),
    TEXT("onboarding.done"),
    TEXT("limit"),
    TEXT("caf\xC3\xA9"),
    TEXT("color_scheme"),
    TEXT("cafe\xCC\x81"),
    TEXT("a key with spaces"),
    TEXT("\xF0\x9F\xA7\xAD"),
    TEXT("custom.count"),
    TEXT("custom.scale"),
    TEXT("custom.secret"),
    TEXT("custom.token"),
    TEXT("custom.service"),
    TEXT("Retries"),
    TEXT("retries "),
    TEXT("retries.0123456789.0123456789.0123456789.0123456789.0123456789.0123456789.0123456789"),
    TEXT("subscription.status"),
    TEXT("quote\"d"),
    TEXT("back\\slash"),
    TEXT("line\nfeed"),
    TEXT("\x7F"),
    TEXT("0"),
    TEXT("zażółć"),
    TEXT("null"),
    TEXT("true"),
    TEXT("x.bool"),
    TEXT("x.int64"),
    TEXT("x.double"),
    TEXT("x.string"),
};

text key_name(uint32_t index) { return names[index]; }

int32_t key_index_of_name(text name) {
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    if (text_equal(names[index], name))
      return (int32_t)index;
  }
  return -1;
}

int32_t key_index(pyxis_key key) {
  for (uint32_t index = 0; key != 0 && index < key_name_count; index += 1) {
    if (atomic_load(&key_facts[index].key) == key)
      return (int32_t)index;
  }
  return -1;
}

text filler_key_name(uint32_t number) { return text_of(arena_print("filler.%u", number)); }

text racy_key_name(uint32_t index) { return text_of(arena_print("racy.%u", index)); }

/* MARK: Definitions */

definition key_usual_definition(uint32_t index) {
  rng rng = {seed_of_part(round_here.seed, 1000 + index)};
  definition usual = {value_zero((pyxis_type)(index % 6 + 1)), 0};
  if (index % 5 == 4 || index == 21)
    usual.flags = PYXIS_KEY_SECRET;
  switch (usual.value.type) {
  case PYXIS_TYPE_BOOL:
    usual.value.bits = draw_bool(&rng) != 0;
    break;
  case PYXIS_TYPE_INT64:
    usual.value.bits = (uint64_t)draw_int64(&rng);
    break;
  case PYXIS_TYPE_DOUBLE:
    usual.value.bits = draw_double(&rng);
    break;
  case PYXIS_TYPE_STRING:
    usual.value.text = draw_value_text(&rng);
    break;
  case PYXIS_TYPE_BYTES:
    usual.value.text = draw_bytes(&rng);
    break;
  default:
    break;
  }
  return usual;
}

bool definition_equal(const definition *one, const definition *other) {
  return one->flags == other->flags && value_equal(&one->value, &other->value);
}

bool key_is_secret(text name) {
  int32_t index = key_index_of_name(name);
  return index >= 0 && atomic_load(&key_facts[index].key) != 0 &&
         (key_facts[index].definition.flags & PYXIS_KEY_SECRET) != 0;
}

uint64_t keys_secret_names(void) {
  uint64_t names_of_secrets = 0;
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    if (key_is_secret(names[index]))
      names_of_secrets |= UINT64_C(1) << index;
  }
  return names_of_secrets;
}

void keys_begin_definition(void) { pthread_rwlock_wrlock(&lock); }
void keys_end_definition(void) { pthread_rwlock_unlock(&lock); }
void keys_begin_reading(void) { pthread_rwlock_rdlock(&lock); }
void keys_end_reading(void) { pthread_rwlock_unlock(&lock); }

void keys_add(uint32_t index, pyxis_key key, const definition *definition) {
  key_facts[index].definition = *definition;
  key_facts[index].position = atomic_fetch_add(&known_count, 1);
  atomic_store(&key_facts[index].key, key);
}

void keys_add_filler(pyxis_key key) {
  if (filler_count < filler_limit)
    fillers[filler_count++] = key;
  atomic_fetch_add(&known_count, 1);
}

bool key_is_filler(pyxis_key key) {
  for (uint32_t index = 0; index < filler_count; index += 1) {
    if (fillers[index] == key)
      return true;
  }
  return false;
}

size_t keys_known_count(void) { return atomic_load(&known_count); }

pyxis_key racy_key_agree(uint32_t index, pyxis_key key) {
  pyxis_key known = 0;
  if (!atomic_compare_exchange_strong(&racy_keys[index], &known, key))
    return known;
  atomic_fetch_add(&known_count, 1);
  return key;
}

bool racy_key_is(pyxis_key key) {
  for (uint32_t index = 0; index < racy_key_count; index += 1) {
    if (key != 0 && atomic_load(&racy_keys[index]) == key)
      return true;
  }
  return false;
}
