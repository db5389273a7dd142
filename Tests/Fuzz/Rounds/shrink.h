/* Makes a failing round as short as it still fails, and prints it. */
#ifndef FUZZ_SHRINK_H
#define FUZZ_SHRINK_H

#include "child.h"

/* Shrinks the round that a child has just failed with, and prints what is left of it. */
void shrink(child *failed);

#endif
