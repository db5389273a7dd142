/* Reads the JSON that the library writes; whatever is not well-formed is the library's fault. */
#ifndef FUZZ_JSON_H
#define FUZZ_JSON_H

#include <stdbool.h>

#include "../Model/text.h"

typedef struct json {
  text text;
  size_t position;
} json;

json json_reader(text text);
void json_begin_object(json *reader);
/* False at the end of the object, which it ends. */
bool json_next_key(json *reader, text *key);
void json_begin_array(json *reader);
/* False at the end of the array, which it ends. */
bool json_next_element(json *reader);
text json_string(json *reader);
/* A number or a literal, as it is written. */
text json_scalar(json *reader);
bool json_is_at_string(json *reader);
/* The end of the text. */
void json_end(json *reader);

#endif
