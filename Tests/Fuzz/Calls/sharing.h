/* Handles that several threads use. */
#ifndef FUZZ_SHARING_H
#define FUZZ_SHARING_H

#include "../Program/step.h"

/* Releases what is shared or on its way between threads, when all others have ended. */
void share_nothing(step *step);

#endif
