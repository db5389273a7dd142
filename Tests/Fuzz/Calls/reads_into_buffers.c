#include <string.h>

#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "configurations.h"

/* A caller's buffer, in memory of exactly its size. */
typedef struct reading {
  key_argument key;
  pyxis_type type;
  /* How many bytes go with the value. */
  size_t terminator;
  char *buffer;
  size_t size;
  size_t capacity;
  bool length_is_passed;
  size_t length;
} reading;

/* A capacity of about what the value needs, or any. */
static size_t draw_capacity(step *step, const reading *reading) {
  rng *rng = &step->rng;
  if (reading->key.index < 0 || draw_chance(rng, 10))
    return draw_below(rng, 100);
  candidates candidates = effective_contents(step->was_sure);
  value value = content_value(candidates.list[0], (uint32_t)reading->key.index);
  size_t needed = value.text.length + reading->terminator;
  switch (draw_below(rng, 6)) {
  case 0:
    return needed;
  case 1:
    return needed == 0 ? 0 : needed - 1;
  case 2:
    return needed + 1;
  case 3:
    return 0;
  default:
    return needed + draw_below(rng, 64);
  }
}

static void draw_reading(step *step, reading *reading, pyxis_type type) {
  reading->key = draw_key(step, type);
  reading->type = type;
  reading->terminator = type == PYXIS_TYPE_STRING ? 1 : 0;
  reading->capacity = draw_capacity(step, reading);
  reading->length_is_passed = draw_optional(step);
  OUT_FILL(reading->length);
  if (draw_chance(&step->rng, 8)) {
    if (draw_chance(&step->rng, 60))
      reading->capacity = 0;
    reading->buffer = NULL;
    return;
  }
  /* Now and then one that says to be as large as memory, and has room for every value. */
  bool is_huge = draw_chance(&step->rng, 3);
  reading->size = is_huge ? 1 << 16 : reading->capacity;
  if (is_huge)
    reading->capacity = SIZE_MAX - draw_below(&step->rng, 3);
  reading->buffer = step_make(step, reading->size);
  out_fill(reading->buffer, reading->size);
}

static const char *reading_show(const reading *reading) {
  return arena_print("%s, %s, %zu, %s", key_show(&reading->key),
                     reading->buffer == NULL ? "NULL" : "buffer", reading->capacity,
                     reading->length_is_passed ? "&length" : "NULL");
}

static void check_untouched(const reading *reading, size_t from) {
  for (size_t index = from; index < reading->size; index += 1) {
    if (reading->buffer[index] != (char)out_garbage)
      fault("byte %zu was written", index);
  }
}

/* Whether the call ended as it must if this is in force. */
static bool reads_as(const reading *reading, const content *content, pyxis_status status) {
  const entry *entry = &content->entries[reading->key.index];
  value expected = content_value(content, (uint32_t)reading->key.index);
  size_t length = expected.text.length;
  if (entry->state == entry_unknown)
    return true;
  bool fits = reading->capacity >= length + reading->terminator;
  if (status != (fits ? PYXIS_OK : PYXIS_ERROR_BUFFER_TOO_SMALL))
    return false;
  if (reading->length_is_passed && reading->length != length)
    return false;
  return status != PYXIS_OK || length == 0 ||
         memcmp(reading->buffer, expected.text.data, length) == 0;
}

static void check_reading(step *step, reading *reading, pyxis_status status) {
  status_set refused = key_refusals(&reading->key, reading->type);
  if (reading->buffer == NULL && reading->capacity != 0)
    refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  call_ends(step, status, refused_or(refused, ONE(PYXIS_OK) | ONE(PYXIS_ERROR_BUFFER_TOO_SMALL)));
  if (refused != 0) {
    if (reading->length_is_passed)
      OUT_ZERO(reading->length);
    if (reading->buffer != NULL)
      check_untouched(reading, 0);
    return;
  }
  candidates candidates = effective_contents(step->was_sure);
  uint32_t match = 0;
  while (match < candidates.count && !reads_as(reading, candidates.list[match], status)) {
    match += 1;
  }
  if (match == candidates.count) {
    value expected = content_value(candidates.list[0], (uint32_t)reading->key.index);
    text seen = {reading->buffer, status == PYXIS_OK ? expected.text.length : 0};
    fault("the call stored %s and the length %zu, not %s", text_show(seen), reading->length,
          text_show(expected.text));
  }
  if (match > 0)
    effective_is(candidates.list[match]);
  if (status == PYXIS_ERROR_BUFFER_TOO_SMALL && reading->buffer != NULL)
    check_untouched(reading, 0);
  if (status != PYXIS_OK ||
      candidates.list[match]->entries[reading->key.index].state == entry_unknown)
    return;
  value value = content_value(candidates.list[match], (uint32_t)reading->key.index);
  size_t end = value.text.length + reading->terminator;
  if (reading->terminator == 1 && reading->buffer[end - 1] != 0)
    fault("there is no NUL");
  if (reading->buffer != NULL)
    check_untouched(reading, end);
}

void step_read_string(step *step) {
  reading reading;
  draw_reading(step, &reading, PYXIS_TYPE_STRING);
  BEGIN(step, pyxis_get_string, "%s", reading_show(&reading));
  pyxis_status status = pyxis_get_string(reading.key.key, reading.buffer, reading.capacity,
                                         reading.length_is_passed ? &reading.length : NULL);
  check_reading(step, &reading, status);
}

void step_read_bytes(step *step) {
  reading reading;
  draw_reading(step, &reading, PYXIS_TYPE_BYTES);
  BEGIN(step, pyxis_get_bytes, "%s", reading_show(&reading));
  pyxis_status status =
      pyxis_get_bytes(reading.key.key, (uint8_t *)reading.buffer, reading.capacity,
                      reading.length_is_passed ? &reading.length : NULL);
  check_reading(step, &reading, status);
}
