/* What configurations hold. A content never changes; whoever changes one makes another. */
#ifndef FUZZ_CONTENTS_H
#define FUZZ_CONTENTS_H

#include "keys.h"
#include "reports.h"
#include "values.h"
#include "variants.h"

typedef enum entry_state {
  entry_unset,
  entry_set,
  /* Other threads may have set it or not. */
  entry_unknown,
} entry_state;

typedef struct entry {
  entry_state state;
  /* A number that each setting of an entry has for itself; 0 for none. */
  uint64_t setting;
  value value;
} entry;

/* The scope with a label that entries came with when they were captured there. */
typedef struct mark {
  uint32_t depth; /* 0 for none. */
  text label;
} mark;

typedef struct content {
  _Atomic(int32_t) holders;
  mark mark;
  /* Entries with settings up to this number came with the mark. */
  uint64_t last_marked;
  /* Of entries up to this one nothing says which scope they come from: others were changed since
     they were captured. */
  uint64_t last_unclear;
  /* Whether requested variants and report are known. */
  bool launch_unknown;
  const variants *requested; /* NULL for none. */
  const report *report;      /* NULL for none. */
  entry entries[key_name_count];
} content;

/* Nothing at all; it has holders for ever. */
content *content_empty(void);
/* Nothing is known of it. */
content *content_unknown(void);
void content_retain(content *content);
void content_release(content *content);
/* A holder goes at some time before the call that is under way returns. */
void content_leave(content *content);
/* Each makes a content with one holder. */
content *content_setting(const content *content, uint32_t index, const value *value);
content *content_unsetting(const content *content, uint32_t index);
/* Shown by a scope with a label: what does not come from another one comes from this one. */
content *content_marking(const content *content, uint32_t depth, text label);
content *content_launching(const content *content, const variants *requested, const report *report);

/* What the entry reads as: its value, else the key's default. */
value content_value(const content *content, uint32_t index);
/* Other threads may hold and release it from now on. */
void content_loosen(const content *content);
/* It lives for ever from now on. */
void content_publish(content *content);

typedef enum verdict { verdict_no, verdict_yes, verdict_unknown } verdict;
verdict content_equal(const content *one, const content *other);

#endif
