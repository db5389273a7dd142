/* Prints JSON to standard output. */
#ifndef JSON_H
#define JSON_H

#include <pyxis.h>

#include <stddef.h>

/* Prints text as a JSON string. It is UTF-8 and may contain NUL and control characters. */
void print_text(const char *data, size_t length);

/* Prints a text that ends at its first NUL as a JSON string. */
void print_literal(const char *text);

/* Prints a number so that reading it gives the same one, and that it reads as no integer. */
void print_double(double value);

/* Prints variants as an object. */
void print_variants(const pyxis_variants *variants);

/* Prints a report as an object. */
void print_report(const pyxis_report *report);

/* Prints the `error` member for a failed call, and its message to standard error. Releases it. */
void print_error(pyxis_status status, pyxis_error *error, const char *prefix);

#endif
