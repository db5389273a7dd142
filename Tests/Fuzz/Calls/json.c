#include "json.h"

#include <stdint.h>
#include <string.h>

#include "../Model/arena.h"
#include "../Program/step.h"

json json_reader(text whole) { return (json){whole, 0}; }

static char peek(json *reader) {
  while (reader->position < reader->text.length &&
         strchr(" \t\r\n", reader->text.data[reader->position]) != NULL &&
         reader->text.data[reader->position] != '\0') {
    reader->position += 1;
  }
  return reader->position < reader->text.length ? reader->text.data[reader->position] : '\0';
}

static void expect(json *reader, char character) {
  if (peek(reader) != character) {
    fault("at byte %zu of %s, '%c' is expected", reader->position, text_show(reader->text),
          character);
  }
  reader->position += 1;
}

void json_begin_object(json *reader) { expect(reader, '{'); }

void json_begin_array(json *reader) { expect(reader, '['); }

/* Moves to the next element of what was begun with one character and ends with another. */
static bool next(json *reader, char beginning, char end) {
  /* Only right after the beginning there is no comma. */
  size_t before = reader->position;
  char character = peek(reader);
  if (character == end) {
    reader->position += 1;
    return false;
  }
  if (before > 0 && reader->text.data[before - 1] == beginning)
    return true;
  expect(reader, ',');
  return true;
}

bool json_next_key(json *reader, text *key) {
  if (!next(reader, '{', '}'))
    return false;
  *key = json_string(reader);
  expect(reader, ':');
  return true;
}

bool json_next_element(json *reader) { return next(reader, '[', ']'); }

static uint32_t code_unit(json *reader) {
  uint32_t unit = 0;
  for (int index = 0; index < 4; index += 1) {
    char digit =
        reader->position < reader->text.length ? reader->text.data[reader->position] : '\0';
    const char *digits = "0123456789abcdef0123456789ABCDEF";
    const char *found = digit == '\0' ? NULL : strchr(digits, digit);
    if (found == NULL)
      fault("at byte %zu, a digit is expected", reader->position);
    unit = unit << 4 | (uint32_t)((found - digits) & 15);
    reader->position += 1;
  }
  return unit;
}

static size_t put_character(char *out, uint32_t code) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (char)(0xC0 | code >> 6);
    out[1] = (char)(0x80 | (code & 0x3F));
    return 2;
  }
  out[0] = (char)(0xE0 | code >> 12);
  out[1] = (char)(0x80 | (code >> 6 & 0x3F));
  out[2] = (char)(0x80 | (code & 0x3F));
  return 3;
}

text json_string(json *reader) {
  expect(reader, '"');
  size_t end = reader->position;
  while (end < reader->text.length && reader->text.data[end] != '"') {
    end += reader->text.data[end] == '\\' ? 2 : 1;
  }
  /* No escape is shorter than what it stands for. */
  char *out = arena_make(end - reader->position + 1);
  size_t length = 0;
  while (reader->position < reader->text.length) {
    char character = reader->text.data[reader->position++];
    if (character == '"') {
      text result = {out, length};
      if (!text_is_utf8(result))
        fault("a string of %s is not UTF-8", text_show(reader->text));
      return result;
    }
    if ((unsigned char)character < 0x20)
      fault("a control character is not escaped");
    if (character != '\\') {
      out[length++] = character;
      continue;
    }
    char escape =
        reader->position < reader->text.length ? reader->text.data[reader->position] : '\0';
    reader->position += 1;
    const char *escapes = "\"\\/bfnrt";
    const char *plain = escape == '\0' ? NULL : strchr(escapes, escape);
    if (escape == 'u') {
      length += put_character(out + length, code_unit(reader));
    } else if (plain == NULL) {
      fault("at byte %zu, there is an unknown escape", reader->position);
    } else {
      out[length++] = "\"\\/\b\f\n\r\t"[plain - escapes];
    }
  }
  fault("a string has no end");
}

bool json_is_at_string(json *reader) { return peek(reader) == '"'; }

text json_scalar(json *reader) {
  peek(reader);
  size_t start = reader->position;
  while (reader->position < reader->text.length &&
         strchr(",]} \t\r\n", reader->text.data[reader->position]) == NULL) {
    reader->position += 1;
  }
  if (start == reader->position)
    fault("at byte %zu, a value is expected", start);
  return text_copy(reader->text.data + start, reader->position - start);
}

void json_end(json *reader) {
  if (peek(reader) != '\0' || reader->position != reader->text.length) {
    fault("there is more after the end of the JSON");
  }
}
