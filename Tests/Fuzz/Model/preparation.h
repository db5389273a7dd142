/* The one preparation of the process. */
#ifndef FUZZ_PREPARATION_H
#define FUZZ_PREPARATION_H

#include <stdbool.h>
#include <stdint.h>

#include "contents.h"

/* What is known of the process default at some moment. */
typedef struct candidates {
  content *list[2];
  uint32_t count;
} candidates;

/* Whether a preparation is known to have published. */
bool preparation_is_sure(void);
/* Whether one may have published by now, or may be about to. */
bool preparation_is_possible(void);
/* What it publishes, or NULL. */
content *preparation_published(void);

/* A call of pyxis_prepare() begins, and later ends; each says whether there were others at the same
   time, up to then. */
bool preparation_call_begins(uint64_t *number);
bool preparation_call_ends(uint64_t number);

/* The preparation's callbacks run from here on, so it is the only one. False: it is not. */
bool preparation_starts(void);
/* No callback of it runs after this; it publishes, if there is something to publish. */
void preparation_finishes(content *published);
/* Its call has returned, so that everybody sees what it published. */
void preparation_is_seen(void);
/* Whether a preparation whose callbacks run belongs to this thread. */
bool preparation_is_mine(void);

#endif
