/* Releasing handles. */
#ifndef FUZZ_RELEASING_H
#define FUZZ_RELEASING_H

#include "../Arguments/arguments.h"

/* Releases what a variable had before it got something else, if it is the program's to release. */
void release_replaced(step *step, object *object);

/* Releases what several threads use, if it still lives. */
void release_shared_variable(step *step, uintptr_t bits, kind kind);

/* Forgets an object that the library forgets now. */
void object_ends(object *object);

#endif
