/* Texts and bytes as the model keeps them. */
#ifndef FUZZ_TEXT_H
#define FUZZ_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes that nobody changes; absent where `data` is NULL. */
typedef struct text {
  const char *data;
  size_t length;
} text;

text text_of(const char *string);
text text_copy(const void *data, size_t length);
bool text_equal(text one, text other);
/* Below, at or above 0, in the order of the bytes. */
int text_compare(text one, text other);
bool text_contains(text whole, text part);
bool text_is_utf8(text text);

/* A text that stands for all that Unicode calls canonically equivalent to it, as far as the keys
   that are drawn need it. */
text text_canonical(text text);

/* The text in quotes, as a C string would be written; cut where it is long. */
const char *text_show(text text);

#endif
