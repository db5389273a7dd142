/* Reports, as far as the model can say what is in them. */
#ifndef FUZZ_REPORTS_H
#define FUZZ_REPORTS_H

#include <pyxis.h>

#include "text.h"
#include "variants.h"

typedef enum certainty {
  /* There is no text. */
  certainty_absent,
  /* It is exactly this text. */
  certainty_exact,
  /* There is a text of the library's own choice; it is known once it was seen. */
  certainty_some,
  /* Whatever there is. */
  certainty_any,
} certainty;

/* What is known of a text; what is seen of it is remembered. */
typedef struct fact {
  certainty certainty;
  text text;
  /* What the text must not contain. */
  text secrets[2];
} fact;

fact fact_absent(void);
fact fact_exact(text text);
fact fact_some(void);
fact fact_of(text text_or_absent);
/* Whether a text, absent or not, is what the fact says. Thread: any. */
bool fact_agrees(fact *fact, text seen);
/* What the fact is at this moment. Thread: any. */
fact fact_now(const fact *fact);
const char *fact_show(const fact *fact);

/* What became of one variant; results are shared between reports and never copied. */
typedef struct result {
  text key;
  pyxis_variant_status status;
  fact value, reason;
} result;

typedef struct report {
  size_t count;
  result **list; /* In the order of the keys' bytes. */
  bool unknown;
} report;

result *result_make(text key, pyxis_variant_status status, fact value, fact reason);
/* Whether the result has what its status needs (R15). */
bool result_is_valid(const result *result);

report *report_make(size_t capacity);
/* Adds a result, or replaces the one with its key. */
report *report_setting(const report *report, result *result);
result *report_find(const report *report, text key);
report *report_covering(const report *covered, const variants *requested);
bool report_clashes(const report *report);
/* Whether the reports say the same: yes, no, or not known. */
int report_equal(const report *one, const report *other);

#endif
