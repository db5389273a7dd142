#include "../Drawing/pools.h"
#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "configurations.h"
#include "releasing.h"

bool entry_reads_as(const content *content, uint32_t index, const value *seen) {
  value expected = content_value(content, index);
  if (content->entries[index].state != entry_unknown || value_equal(&expected, seen)) {
    return value_equal(&expected, seen);
  }
  switch (seen->type) {
  case PYXIS_TYPE_BOOL:
    return seen->bits <= 1;
  case PYXIS_TYPE_INT64:
    return is_int64_drawn((int64_t)seen->bits);
  case PYXIS_TYPE_DOUBLE:
    return is_double_drawn(seen->bits);
  case PYXIS_TYPE_STRING:
    return text_is_utf8(seen->text);
  default:
    return true;
  }
}

typedef struct getting {
  handle_argument configuration;
  key_argument key;
  bool is_passed;
  pyxis_type type;
  const char *shown;
} getting;

static getting draw_getting(step *step, pyxis_type type) {
  getting getting = {.configuration = draw_handle(step, kind_configuration), .type = type};
  getting.key = draw_key(step, type);
  getting.is_passed = draw_required(step);
  if (is_printing) {
    getting.shown = arena_print("%s, %s, %s", getting.configuration.shown, key_show(&getting.key),
                                getting.is_passed ? "&value" : "NULL");
  }
  return getting;
}

/* Checks how the call ended; returns whether there is a value to check. */
static bool check_getting(step *step, const getting *getting, pyxis_status status, const void *out,
                          size_t size) {
  status_set refused = handle_refusals(&getting->configuration) |
                       key_refusals(&getting->key, getting->type) |
                       (getting->is_passed ? 0 : ONE(PYXIS_ERROR_INVALID_ARGUMENT));
  call_ends(step, status,
            handle_outcomes(&getting->configuration, refused_or(refused, ONE(PYXIS_OK))));
  if (status != PYXIS_OK && getting->is_passed)
    out_zero("value", out, size);
  return status == PYXIS_OK;
}

static void check_value(const getting *getting, value seen) {
  const content *content = getting->configuration.object->content;
  /* What several threads set may be anything that was ever drawn. */
  if (getting->configuration.shared) {
    bool is_bool = seen.type == PYXIS_TYPE_BOOL;
    if (is_bool && seen.bits > 1)
      fault("the value is %s", value_show(&seen));
    return;
  }
  if (!entry_reads_as(content, (uint32_t)getting->key.index, &seen)) {
    value expected = content_value(content, (uint32_t)getting->key.index);
    fault("the value is %s, not %s", value_show(&seen), value_show(&expected));
  }
}

/* Calls a function that gets a value, and checks everything but the value. */
#define GET(step, noun, ctype, getting, variable)                                                  \
  ctype variable;                                                                                  \
  OUT_FILL(variable);                                                                              \
  BEGIN(step, pyxis_configuration_get_##noun, "%s", (getting).shown);                              \
  pyxis_status status =                                                                            \
      pyxis_configuration_get_##noun(HANDLE(const pyxis_configuration, (getting).configuration),   \
                                     (getting).key.key, (getting).is_passed ? &(variable) : NULL); \
  if (!check_getting(step, &(getting), status, &(variable), sizeof(variable)))                     \
  return

void step_get_bool(step *step) {
  getting getting = draw_getting(step, PYXIS_TYPE_BOOL);
  GET(step, bool, int32_t, getting, seen);
  check_value(&getting, (value){.type = PYXIS_TYPE_BOOL, .bits = (uint64_t)(int64_t)seen});
}

void step_get_int64(step *step) {
  getting getting = draw_getting(step, PYXIS_TYPE_INT64);
  GET(step, int64, int64_t, getting, seen);
  check_value(&getting, (value){.type = PYXIS_TYPE_INT64, .bits = (uint64_t)seen});
}

void step_get_double(step *step) {
  getting getting = draw_getting(step, PYXIS_TYPE_DOUBLE);
  GET(step, double, double, getting, seen);
  check_value(&getting, (value){.type = PYXIS_TYPE_DOUBLE, .bits = bits_of_double(seen)});
}

/* Checks a view of an entry, unless another thread may have ended it by now. */
static void check_entry_view(const getting *getting, text seen) {
  if (getting->configuration.shared)
    return;
  if (seen.data == NULL)
    fault("the value is NULL");
  if (seen.data[seen.length] != 0)
    fault("the value has no NUL after it");
  check_value(getting, (value){.type = getting->type, .text = seen});
  object *object = getting->configuration.object;
  view_hold(object, getting->key.index, object->content->entries[getting->key.index].setting, seen,
            text_copy(seen.data, seen.length));
}

void step_get_string(step *step) {
  getting getting = draw_getting(step, PYXIS_TYPE_STRING);
  GET(step, string, pyxis_string, getting, seen);
  check_entry_view(&getting, (text){seen.data, seen.length});
}

void step_get_bytes(step *step) {
  getting getting = draw_getting(step, PYXIS_TYPE_BYTES);
  GET(step, bytes, pyxis_bytes, getting, seen);
  check_entry_view(&getting, (text){(const char *)seen.data, seen.size});
}

void step_get_capability(step *step) {
  getting getting = draw_getting(step, PYXIS_TYPE_CAPABILITY);
  GET(step, capability, void *, getting, seen);
  check_value(&getting, (value){.type = PYXIS_TYPE_CAPABILITY, .bits = (uint64_t)(uintptr_t)seen});
}
