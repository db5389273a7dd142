#include "contents.h"

#include <string.h>

#include "arena.h"

content *content_empty(void) {
  static content empty;
  atomic_store_explicit(&empty.holders, 1 << 30, memory_order_relaxed);
  return &empty;
}

content *content_unknown(void) {
  content *made = arena_make(sizeof *made);
  atomic_store(&made->holders, 1);
  made->launch_unknown = true;
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    made->entries[index].state = entry_unknown;
  }
  return made;
}

void content_retain(content *retained) { atomic_fetch_add(&retained->holders, 1); }

void content_release(content *released) {
  if (atomic_fetch_sub(&released->holders, 1) != 1)
    return;
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    owned *owned = released->entries[index].value.owned;
    if (owned != NULL)
      owned_leave(owned);
  }
}

void content_leave(content *left) {
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    owned *owned = left->entries[index].value.owned;
    if (owned == NULL)
      continue;
    owned_retain(owned);
    owned_leave(owned);
  }
  content_release(left);
}

static content *copy(const content *original) {
  content *made = arena_make(sizeof *made);
  memcpy(made, original, sizeof *made);
  atomic_store(&made->holders, 1);
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    owned *owned = made->entries[index].value.owned;
    if (owned != NULL)
      owned_retain(owned);
  }
  return made;
}

/* How many settings there were. */
static _Atomic(uint64_t) settings;

static content *replacing(const content *original, uint32_t index, entry entry) {
  content *made = copy(original);
  if (made->mark.depth != 0) {
    made->mark.depth = 0;
    made->last_unclear = made->last_marked;
  }
  owned *before = made->entries[index].value.owned;
  made->entries[index] = entry;
  if (before != NULL)
    owned_release(before);
  return made;
}

content *content_setting(const content *original, uint32_t index, const value *value) {
  entry set = {entry_set, atomic_fetch_add(&settings, 1) + 1, *value};
  if (value->owned != NULL)
    owned_retain(value->owned);
  return replacing(original, index, set);
}

content *content_unsetting(const content *original, uint32_t index) {
  return replacing(original, index, (entry){.state = entry_unset});
}

content *content_marking(const content *original, uint32_t depth, text label) {
  content *made = copy(original);
  if (made->mark.depth == 0) {
    made->mark = (mark){depth, label};
    made->last_marked = atomic_load(&settings);
  }
  return made;
}

content *content_launching(const content *original, const variants *requested,
                           const report *report) {
  content *made = copy(original);
  made->launch_unknown = false;
  made->requested = requested;
  made->report = report;
  return made;
}

value content_value(const content *content, uint32_t index) {
  const entry *entry = &content->entries[index];
  return entry->state == entry_set ? entry->value : key_facts[index].definition.value;
}

void content_loosen(const content *content) {
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    owned *owned = content->entries[index].value.owned;
    if (owned != NULL)
      owned_loosen(owned);
  }
}

void content_publish(content *published) {
  content_retain(published);
  for (uint32_t index = 0; index < key_name_count; index += 1) {
    owned *owned = published->entries[index].value.owned;
    if (owned != NULL)
      atomic_store(&owned->published, true);
  }
}

static verdict entry_equal(const entry *one, const entry *other) {
  if (one->state == entry_unknown || other->state == entry_unknown)
    return verdict_unknown;
  if (one->state != other->state)
    return verdict_no;
  if (one->state == entry_unset)
    return verdict_yes;
  return value_equal(&one->value, &other->value) ? verdict_yes : verdict_no;
}

static verdict launch_equal(const content *one, const content *other) {
  if (one->launch_unknown || other->launch_unknown)
    return verdict_unknown;
  static const variants none;
  const variants *requested = one->requested == NULL ? &none : one->requested;
  if (!variants_equal(requested, other->requested == NULL ? &none : other->requested)) {
    return verdict_no;
  }
  if (one->report == NULL || other->report == NULL) {
    return one->report == other->report ? verdict_yes : verdict_no;
  }
  return (verdict)report_equal(one->report, other->report);
}

verdict content_equal(const content *one, const content *other) {
  verdict whole = launch_equal(one, other);
  for (uint32_t index = 0; index < key_name_count && whole != verdict_no; index += 1) {
    verdict entry = entry_equal(&one->entries[index], &other->entries[index]);
    if (entry != verdict_yes)
      whole = entry;
  }
  return whole;
}
