#include "text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"

text text_of(const char *string) { return (text){string, strlen(string)}; }

text text_copy(const void *data, size_t length) {
  char *copy = arena_make(length + 1);
  if (length > 0)
    memcpy(copy, data, length);
  return (text){copy, length};
}

bool text_equal(text one, text other) {
  if (one.data == NULL || other.data == NULL)
    return one.data == other.data;
  return one.length == other.length &&
         (one.length == 0 || memcmp(one.data, other.data, one.length) == 0);
}

int text_compare(text one, text other) {
  size_t shorter = one.length < other.length ? one.length : other.length;
  int order = shorter == 0 ? 0 : memcmp(one.data, other.data, shorter);
  if (order != 0)
    return order;
  return (one.length > other.length) - (one.length < other.length);
}

bool text_contains(text whole, text part) {
  if (part.length == 0)
    return true;
  for (size_t start = 0; start + part.length <= whole.length; start += 1) {
    if (memcmp(whole.data + start, part.data, part.length) == 0)
      return true;
  }
  return false;
}

/* How many bytes the character at the start of some bytes has, or 0 if there is none. */
static size_t character_length(const uint8_t *bytes, size_t available) {
  static const struct {
    uint8_t first_low, first_high, second_low, second_high;
    size_t length;
  } forms[] = {
      {0x00, 0x7F, 0x80, 0xBF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
      {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
  };
  for (size_t index = 0; index < sizeof forms / sizeof forms[0]; index += 1) {
    if (bytes[0] < forms[index].first_low || bytes[0] > forms[index].first_high)
      continue;
    size_t length = forms[index].length;
    if (length > available)
      return 0;
    for (size_t next = 1; next < length; next += 1) {
      uint8_t low = next == 1 ? forms[index].second_low : 0x80;
      uint8_t high = next == 1 ? forms[index].second_high : 0xBF;
      if (bytes[next] < low || bytes[next] > high)
        return 0;
    }
    return length;
  }
  return 0;
}

bool text_is_utf8(text text) {
  for (size_t offset = 0; offset < text.length;) {
    size_t length = character_length((const uint8_t *)text.data + offset, text.length - offset);
    if (length == 0)
      return false;
    offset += length;
  }
  return true;
}

text text_canonical(text whole) {
  static const struct {
    const char *form, *canonical;
  } pairs[] = {{"cafe\xCC\x81", "caf\xC3\xA9"}, {"\xE2\x84\xAB", "\xC3\x85"}};
  for (size_t index = 0; index < sizeof pairs / sizeof pairs[0]; index += 1) {
    if (text_equal(whole, text_of(pairs[index].form)))
      return text_of(pairs[index].canonical);
  }
  return whole;
}

const char *text_show(text text) {
  enum { shown = 60 };
  if (text.data == NULL)
    return "NULL";
  char *result = arena_make(4 * (shown + 2));
  size_t count = text.length < shown ? text.length : shown, end = 0;
  result[end++] = '"';
  for (size_t index = 0; index < count; index += 1) {
    unsigned char byte = (unsigned char)text.data[index];
    if (byte == '"' || byte == '\\') {
      result[end++] = '\\';
      result[end++] = (char)byte;
    } else if (byte < 0x20 || byte >= 0x7F) {
      end += (size_t)snprintf(result + end, 5, "\\%03o", byte);
    } else {
      result[end++] = (char)byte;
    }
  }
  snprintf(result + end, 5, "%s", text.length > shown ? "...\"" : "\"");
  return result;
}
