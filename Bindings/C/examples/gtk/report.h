/* What a report says, for people. */
#ifndef REPORT_H
#define REPORT_H

#include <glib.h>
#include <pyxis.h>

/** One result in words; the caller frees all three with result_clear(). */
struct result {
  char *key;
  char *status;
  /** The value, or the reason that there is none. */
  char *detail;
};

/** Reads the result at a position into words. Returns FALSE from the report's end on. */
gboolean result_at(const pyxis_report *report, size_t index, struct result *result);

/** Frees the words of a result. */
void result_clear(struct result *result);

/** Writes what went wrong to standard error, and releases the error; NULL is fine. */
void print_error(const char *what, pyxis_status status, pyxis_error *error);

#endif
