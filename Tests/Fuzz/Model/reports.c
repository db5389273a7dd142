#include "reports.h"

#include <pthread.h>
#include <string.h>

#include "arena.h"

/* Guards what facts remember: results are shared between threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

fact fact_absent(void) { return (fact){.certainty = certainty_absent}; }

fact fact_exact(text exact) { return (fact){.certainty = certainty_exact, .text = exact}; }

fact fact_some(void) { return (fact){.certainty = certainty_some}; }

fact fact_of(text text_or_absent) {
  return text_or_absent.data == NULL ? fact_absent() : fact_exact(text_or_absent);
}

static bool hides_secrets(const fact *fact, text seen) {
  for (int index = 0; index < 2; index += 1) {
    text secret = fact->secrets[index];
    /* Short ones are in everything. */
    if (secret.length >= 5 && text_contains(seen, secret))
      return false;
  }
  return true;
}

bool fact_agrees(fact *fact, text seen) {
  pthread_mutex_lock(&lock);
  bool agrees = true;
  switch (fact->certainty) {
  case certainty_absent:
    agrees = seen.data == NULL;
    break;
  case certainty_exact:
    agrees = seen.data != NULL && text_equal(fact->text, seen);
    break;
  case certainty_some:
  case certainty_any:
    agrees = seen.data == NULL ? fact->certainty == certainty_any
                               : text_is_utf8(seen) && hides_secrets(fact, seen);
    if (!agrees)
      break;
    fact->certainty = seen.data == NULL ? certainty_absent : certainty_exact;
    fact->text = seen.data == NULL ? seen : text_copy(seen.data, seen.length);
    break;
  }
  pthread_mutex_unlock(&lock);
  return agrees;
}

fact fact_now(const fact *shared) {
  pthread_mutex_lock(&lock);
  fact now = *shared;
  pthread_mutex_unlock(&lock);
  return now;
}

const char *fact_show(const fact *shared) {
  fact now = fact_now(shared);
  switch (now.certainty) {
  case certainty_absent:
    return "nothing";
  case certainty_exact:
    return text_show(now.text);
  case certainty_some:
    return "some text";
  case certainty_any:
    break;
  }
  return "anything";
}

result *result_make(text key, pyxis_variant_status status, fact value, fact reason) {
  result *made = arena_make(sizeof *made);
  *made = (result){key, status, value, reason};
  return made;
}

bool result_is_valid(const result *checked) {
  bool needs_value =
      checked->status == PYXIS_VARIANT_APPLIED || checked->status == PYXIS_VARIANT_OBSERVED;
  return (needs_value ? checked->value : checked->reason).certainty != certainty_absent;
}

report *report_make(size_t capacity) {
  report *made = arena_make(sizeof *made);
  made->list = arena_make((capacity + 1) * sizeof made->list[0]);
  return made;
}

report *report_setting(const report *original, result *set) {
  report *changed = report_make(original->count + 1);
  size_t index = 0;
  while (index < original->count && text_compare(original->list[index]->key, set->key) < 0) {
    changed->list[changed->count++] = original->list[index++];
  }
  changed->list[changed->count++] = set;
  if (index < original->count && text_equal(original->list[index]->key, set->key))
    index += 1;
  while (index < original->count)
    changed->list[changed->count++] = original->list[index++];
  return changed;
}

result *report_find(const report *report, text key) {
  for (size_t index = 0; index < report->count; index += 1) {
    if (text_equal(report->list[index]->key, key))
      return report->list[index];
  }
  return NULL;
}

report *report_covering(const report *covered, const variants *requested) {
  report *whole = report_make(covered->count);
  whole->unknown = covered->unknown || requested->unknown;
  whole->count = covered->count;
  memcpy(whole->list, covered->list, covered->count * sizeof whole->list[0]);
  for (size_t index = 0; index < requested->count; index += 1) {
    text key = requested->list[index].key;
    if (report_find(whole, key) != NULL)
      continue;
    bool unknown = whole->unknown;
    whole = report_setting(whole,
                           result_make(key, PYXIS_VARIANT_UNVERIFIED, fact_absent(), fact_some()));
    whole->unknown = unknown;
  }
  return whole;
}

bool report_clashes(const report *report) {
  variants *keys = variants_make();
  for (size_t index = 0; index < report->count; index += 1) {
    variants_set(keys, report->list[index]->key, text_of(""));
  }
  return variants_clash(keys);
}

/* Yes, no, or not known. */
static int fact_equal(const fact *one, const fact *other) {
  fact left = fact_now(one), right = fact_now(other);
  if (left.certainty > certainty_exact || right.certainty > certainty_exact)
    return 2;
  return left.certainty == right.certainty &&
         (left.certainty == certainty_absent || text_equal(left.text, right.text));
}

int report_equal(const report *one, const report *other) {
  if (one == other)
    return 1;
  if (one->unknown || other->unknown)
    return 2;
  if (one->count != other->count)
    return 0;
  int equal = 1;
  for (size_t index = 0; index < one->count; index += 1) {
    const result *left = one->list[index], *right = other->list[index];
    if (!text_equal(left->key, right->key) || left->status != right->status)
      return 0;
    if (left == right)
      continue;
    int values = fact_equal(&left->value, &right->value);
    int reasons = fact_equal(&left->reason, &right->reason);
    if (values == 0 || reasons == 0)
      return 0;
    if (values == 2 || reasons == 2)
      equal = 2;
  }
  return equal;
}
