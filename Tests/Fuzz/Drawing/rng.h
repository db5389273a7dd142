/* Numbers by chance, the same ones for the same seed. */
#ifndef FUZZ_RNG_H
#define FUZZ_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rng {
  uint64_t state;
} rng;

/* A seed for the part of that number of what another seed is for. */
uint64_t seed_of_part(uint64_t seed, uint64_t number);

uint64_t draw_bits(rng *rng);

/* A number from 0 to `bound` - 1; 0 for no bound. */
uint32_t draw_below(rng *rng, uint32_t bound);

/* True in `percent` of 100 cases. */
bool draw_chance(rng *rng, uint32_t percent);

#endif
