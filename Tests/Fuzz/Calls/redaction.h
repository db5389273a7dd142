/* What becomes of a report's results whose variants have the names of secret keys. */
#ifndef FUZZ_REDACTION_H
#define FUZZ_REDACTION_H

#include <stdint.h>

#include "../Model/reports.h"

/* A result as it is shown, given what was requested, and the names of secret keys when the library
   began to look: more may have become secret since. */
result *result_redacted(result *result, text requested, uint64_t secret_names);
/* A report as it is shown. */
const report *report_redacted(const report *report, const variants *requested,
                              uint64_t secret_names);

#endif
