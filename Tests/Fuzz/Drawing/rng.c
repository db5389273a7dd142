#include "rng.h"

/* SplitMix64: any state is a good one, so that every seed is. */
static uint64_t scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
  return bits ^ (bits >> 31);
}

static const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15);

uint64_t seed_of_part(uint64_t seed, uint64_t number) {
  return scramble(seed ^ scramble((number + 1) * golden));
}

uint64_t draw_bits(rng *rng) {
  rng->state += golden;
  return scramble(rng->state);
}

uint32_t draw_below(rng *rng, uint32_t bound) {
  return (uint32_t)(((draw_bits(rng) >> 32) * bound) >> 32);
}

bool draw_chance(rng *rng, uint32_t percent) { return draw_below(rng, 100) < percent; }
