/* What becomes of a report's results whose variants have the names of secret keys. */
#ifndef FUZZ_REDACTION_H
#define FUZZ_REDACTION_H

#include <stdbool.h>

#include "../Model/reports.h"

/* A result as it is shown now, given what was requested and whether its key was secret when the
   library began to look. */
result *result_redacted(result *result, text requested, bool was_secret);
/* A report as it is shown now. */
const report *report_redacted(const report *report, const variants *requested);

#endif
