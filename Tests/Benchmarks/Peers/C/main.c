// Compares the library with what programs in C would use otherwise:
// peers-c main [--only TEXT] [--slices COUNT]
#include "peers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char text_buffer[32];

void append(text *text, const char *format, ...) {
  va_list arguments, same;
  va_start(arguments, format);
  va_copy(same, arguments);
  const int length = vsnprintf(NULL, 0, format, arguments);
  const size_t end = text->length + (size_t)length;
  if (end >= text->capacity) {
    text->capacity = end * 2 + 1;
    text->data = realloc(text->data, text->capacity);
    measuring_require(text->data != NULL, "there is memory for a text");
  }
  vsnprintf(text->data + text->length, (size_t)length + 1, format, same);
  text->length = end;
  va_end(same);
  va_end(arguments);
}

void expect_text_read(measuring_work read_text) {
  memset(text_buffer, 0, sizeof text_buffer);
  read_text(NULL, 1);
  measuring_require(strcmp(text_buffer, text_value) == 0, "a string reads as set");
}

static void compare(const char *operation, const peer *peer, measuring_work subject,
                    measuring_work reference) {
  char row[64];
  snprintf(row, sizeof row, "c.%s.%s", operation, peer->name);
  if (reference == NULL || !measuring_wants(row))
    return;
  measuring_compare(row, (measuring_side){subject, NULL, 1}, (measuring_side){reference, NULL, 1});
}

int main(int count, char **arguments) {
  static const peer *const peers[] = {&key_file_peer, &libconfig_peer, &table_peer};
  measuring_start(count, arguments);
  const peer *subject = &pyxis_peer;
  subject->start();
  for (size_t index = 0; index < sizeof peers / sizeof *peers; index += 1) {
    const peer *peer = peers[index];
    peer->start();
    compare("integer", peer, subject->read_integer, peer->read_integer);
    compare("text", peer, subject->read_text, peer->read_text);
    compare("override", peer, subject->override_entry, peer->override_entry);
    compare("scope", peer, subject->open_scope, peer->override_entry);
    compare("decode", peer, subject->decode, peer->decode);
  }
  return 0;
}
