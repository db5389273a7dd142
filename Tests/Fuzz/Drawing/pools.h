/* What numbers and texts are drawn from. */
#ifndef FUZZ_POOLS_H
#define FUZZ_POOLS_H

#include <stdint.h>

#include "../Model/text.h"
#include "../Model/values.h"
#include "rng.h"

int32_t draw_bool(rng *rng);
int64_t draw_int64(rng *rng);
/* A double's bits. */
uint64_t draw_double(rng *rng);
/* Whether a number can have been drawn. */
bool is_int64_drawn(int64_t value);
bool is_double_drawn(uint64_t bits);

/* Valid UTF-8, with NULs in it now and then. */
text draw_value_text(rng *rng);
text draw_bytes(rng *rng);
/* Text that is not UTF-8. */
text draw_broken_text(rng *rng);
text draw_variant_key(rng *rng);
text draw_label(rng *rng);

/* Services that nobody destroys. */
void *draw_service(rng *rng);

double double_of_bits(uint64_t bits);
uint64_t bits_of_double(double value);

#endif
