#include "redaction.h"

#include <string.h>

#include "../Model/keys.h"
#include "../Model/workers.h"

/* Some text in place of one that is not known, but absent where that is. */
static fact some_of(fact fact) { return fact.certainty == certainty_absent ? fact : fact_some(); }

/* Whether a reason repeats a secret, as far as that is known. */
static bool repeats(const fact *reason, text secret) {
  if (reason->certainty == certainty_absent || secret.length == 0)
    return false;
  return reason->certainty != certainty_exact || text_contains(reason->text, secret);
}

result *result_redacted(result *shown, text requested, uint64_t secret_names) {
  fact value = fact_now(&shown->value), reason = fact_now(&shown->reason);
  bool is_secret = key_is_secret(shown->key);
  int32_t index = key_index_of_name(shown->key);
  bool was_secret = index >= 0 && (secret_names >> index & 1) != 0;
  bool may_change = is_concurrent() && index >= 0 && atomic_load(&key_facts[index].key) == 0;
  if (!is_secret && !was_secret && !may_change)
    return shown;
  text shows_nothing = text_of("<redacted>");
  text secrets[2] = {requested, value.text};
  bool is_shown = value.certainty == certainty_exact && !text_equal(value.text, shows_nothing);
  if (!is_shown)
    secrets[1] = text_of("");
  if (!is_secret || !was_secret) {
    /* Another thread is defining it, or may be. */
    value = some_of(value);
    reason = some_of(reason);
    return result_make(shown->key, shown->status, value, reason);
  }
  if (value.certainty != certainty_absent)
    value = fact_exact(shows_nothing);
  if (repeats(&reason, secrets[0]) || repeats(&reason, secrets[1])) {
    reason = fact_some();
    memcpy(reason.secrets, secrets, sizeof secrets);
  }
  return result_make(shown->key, shown->status, value, reason);
}

const report *report_redacted(const report *whole, const variants *requested,
                              uint64_t secret_names) {
  const report *redacted = whole;
  for (size_t index = 0; index < whole->count; index += 1) {
    result *before = whole->list[index];
    const variant *asked = requested == NULL ? NULL : variants_find(requested, before->key);
    text value = asked == NULL ? text_of("") : asked->value;
    result *after = result_redacted(before, value, secret_names);
    if (after != before)
      redacted = report_setting(redacted, after);
  }
  return redacted;
}
