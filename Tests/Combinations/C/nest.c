#include "parts.h"

#include <stdio.h>

typedef struct level {
  const part *parts;
  size_t count;
  int32_t depth;
  /* What every part reads here. */
  int64_t value;
  int64_t faults;
} level;

static void compare(level *here, const char *after) {
  for (size_t reader = 0; reader < here->count; reader += 1) {
    int64_t value = here->parts[reader].read();
    if (value == here->value)
      continue;
    here->faults += 1;
    printf("%s reads %lld and not %lld%s%s\n", here->parts[reader].name, (long long)value,
           (long long)here->value, after[0] ? " after a scope of " : "", after);
  }
}

static void nest(void *user_data) {
  level *here = user_data;
  compare(here, "");
  if (here->depth == 0)
    return;
  for (size_t opener = 0; opener < here->count; opener += 1) {
    level inner = *here;
    inner.depth -= 1;
    inner.faults = 0;
    inner.value = here->value * 10 + (int64_t)opener + 1;
    here->parts[opener].run(inner.value, nest, &inner);
    here->faults += inner.faults;
    compare(here, here->parts[opener].name);
  }
}

int64_t parts_nest(const part *parts, size_t count, int32_t depth) {
  level outermost = {parts, count, depth, parts[0].read(), 0};
  nest(&outermost);
  return outermost.faults;
}
