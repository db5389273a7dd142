/* Variants that are passed. */
#ifndef FUZZ_VARIANTS_ARGUMENTS_H
#define FUZZ_VARIANTS_ARGUMENTS_H

#include "../Arguments/arguments.h"

/* What the model knows of variants, or NULL where it cannot know it. */
variants *known_variants(const handle_argument *argument);

#endif
