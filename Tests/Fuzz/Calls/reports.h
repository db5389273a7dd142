/* Checks of reports. */
#ifndef FUZZ_STEPS_REPORTS_H
#define FUZZ_STEPS_REPORTS_H

#include "../Arguments/arguments.h"

/* Reads every result of a report that a call just stored, and checks it. */
void check_report(step *step, object *report);

/* What the model knows of a report, or NULL where it cannot know it. */
const report *known_report(const handle_argument *argument);

#endif
