/* Arguments, good and bad, and what the library has to say to them. */
#ifndef FUZZ_ARGUMENTS_H
#define FUZZ_ARGUMENTS_H

#include "handles.h"
#include "keys.h"
#include "outs.h"
#include "texts.h"

#endif
