/* The keys of the process: which are defined, and how. */
#ifndef FUZZ_KEYS_H
#define FUZZ_KEYS_H

#include <pyxis.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "text.h"
#include "values.h"

/* How many names there are; an entry of the model is known by its name's index. */
enum { key_name_count = 40 };

/* A key's definition. */
typedef struct definition {
  value value; /* The default, whose type is the key's. */
  uint32_t flags;
} definition;

/* What is known of a name. */
typedef struct key_fact {
  _Atomic(pyxis_key) key; /* 0 while it is not defined. Then the rest is constant. */
  definition definition;
  size_t position;
} key_fact;

extern key_fact key_facts[key_name_count];

text key_name(uint32_t index);
/* The index of a name, or -1. */
int32_t key_index_of_name(text name);
/* The index of a key that is defined, or -1. */
int32_t key_index(pyxis_key key);
/* What most threads define the name as. */
definition key_usual_definition(uint32_t index);
bool definition_equal(const definition *one, const definition *other);
/* Whether a name is that of a secret key. */
bool key_is_secret(text name);
/* The names of secret keys as a set: the bit of each index. */
uint64_t keys_secret_names(void);

/* Definitions come one at a time, so that the model knows the order of the keys; the names of
   `racy_key_name()` are for definitions that meet. */
void keys_begin_definition(void);
void keys_end_definition(void);
void keys_begin_reading(void);
void keys_end_reading(void);
/* Remembers a definition that was made; the caller has begun it. */
void keys_add(uint32_t index, pyxis_key key, const definition *definition);

/* Keys that only take up room, to put others at higher places. */
void keys_add_filler(pyxis_key key);
bool key_is_filler(pyxis_key key);
text filler_key_name(uint32_t number);
/* How many keys have names, as far as the model knows. */
size_t keys_known_count(void);

enum { racy_key_count = 6 };
text racy_key_name(uint32_t index);
/* The key that the first thread got for the name; this one got `key`. */
pyxis_key racy_key_agree(uint32_t index, pyxis_key key);
bool racy_key_is(pyxis_key key);

#endif
