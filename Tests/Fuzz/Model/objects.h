/* What the model knows of every handle that the library ever gave out. */
#ifndef FUZZ_OBJECTS_H
#define FUZZ_OBJECTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "contents.h"
#include "reports.h"
#include "variants.h"

typedef enum kind {
  kind_configuration,
  kind_variants,
  kind_report,
  kind_error,
  kind_buffer,
  kind_result,
  kind_scope,
  kind_count,
} kind;

/* What an error says. */
typedef struct error_fact {
  pyxis_status status;
  fact message;
  fact key;
  /* Whether it is about a place in a text, and the last place there is. */
  bool has_offset;
  size_t last_offset;
  /* The version that a launch payload has. */
  bool has_version;
  int64_t version;
} error_fact;

typedef struct object {
  uintptr_t bits;
  kind kind;
  _Atomic(bool) lives;
  /* Lent to a callback. */
  bool borrowed;
  /* Several threads use it and may release it. */
  _Atomic(bool) shared;
  /* Whose variables hold the handle; for scopes, the thread that opened it. */
  _Atomic(uint32_t) holder;
  union {
    content *content;
    variants *variants;
    const report *report;
    error_fact *error;
    fact text;
    struct {
      bool was_set;
      pyxis_variant_status status;
      fact value, reason;
    } result;
  };
} object;

/* Remembers a handle; NULL if its value was given out before. */
object *object_add(uintptr_t bits, kind kind, uint32_t holder);
/* The object of a handle that lives, of whichever kind, or NULL. */
object *object_living(uintptr_t bits);
void objects_for_each(void (*visit)(object *object));

const char *kind_name(kind kind);

#endif
