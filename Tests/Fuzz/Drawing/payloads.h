/* Launch payloads and encoded reports, right and wrong ones. */
#ifndef FUZZ_PAYLOADS_H
#define FUZZ_PAYLOADS_H

#include <pyxis.h>
#include <stdint.h>

#include "../Model/reports.h"
#include "../Model/variants.h"
#include "rng.h"

typedef struct payload {
  text text;
  /* How reading it ends. */
  pyxis_status status;
  /* Its version, if that is not known to the library. */
  int64_t version;
  /* What it asks for, if it is right. */
  variants *requested;
} payload;

payload draw_payload(rng *rng);

typedef struct encoded_report {
  text text;
  pyxis_status status;
  /* What it says, if it is right. */
  report *report;
  /* The key that is to blame, if it is invalid. */
  text key;
} encoded_report;

encoded_report draw_encoded_report(rng *rng);

/* Variants whose keys may be canonically equivalent. */
variants *draw_variants(rng *rng, uint32_t most);
result *draw_result(rng *rng, text key);

#endif
