#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "configurations.h"

typedef struct explanation {
  pyxis_origin origin;
  uint32_t depth;
  text label;
  /* It may be any scope. */
  bool is_unclear;
} explanation;

/* Whether preparation published the very setting. */
static bool is_published(const content *published, const content *content, uint32_t index) {
  return published != NULL && published->entries[index].state == entry_set &&
         published->entries[index].setting == content->entries[index].setting;
}

static explanation expected_explanation(const content *content, const struct content *published,
                                        uint32_t index) {
  const entry *entry = &content->entries[index];
  if (entry->state == entry_unset)
    return (explanation){.origin = PYXIS_ORIGIN_KEY_DEFAULT};
  uint32_t depth = self->frame_count;
  if (depth == 0 || is_published(published, content, index)) {
    return (explanation){.origin = PYXIS_ORIGIN_PROCESS_DEFAULT};
  }
  explanation scope = {PYXIS_ORIGIN_SCOPE, depth, self->frames[depth - 1].label, false};
  scope.is_unclear = entry->setting <= content->last_unclear;
  if (content->mark.depth != 0 && entry->setting <= content->last_marked) {
    scope.depth = content->mark.depth;
    scope.label = content->mark.label;
  }
  return scope;
}

static bool explains(const explanation *expected, const explanation *seen, bool has_depth,
                     bool has_label) {
  if (seen->origin != expected->origin)
    return false;
  if (expected->is_unclear)
    return true;
  return (!has_depth || seen->depth == expected->depth) &&
         (!has_label || text_equal(seen->label, expected->label));
}

/* The text of a buffer that a call just stored. */
static text read_buffer(step *step, uintptr_t bits) {
  const pyxis_buffer *buffer = (const pyxis_buffer *)bits;
  BEGIN(step, pyxis_buffer_data, "%s", "the label");
  const char *data = pyxis_buffer_data(buffer);
  call_returns(step);
  BEGIN(step, pyxis_buffer_size, "%s", "the label");
  size_t size = pyxis_buffer_size(buffer);
  call_returns(step);
  if (data == NULL)
    fault("the buffer that was stored has no data");
  return (text){data, size};
}

void step_explain(step *step) {
  key_argument key = draw_key(step, 0);
  bool origin_is_passed = draw_required(step), depth_is_passed = draw_optional(step);
  pyxis_origin origin;
  uint32_t depth;
  handle_out label;
  OUT_FILL(origin);
  OUT_FILL(depth);
  draw_optional_handle_out(step, &label, kind_buffer);
  BEGIN(step, pyxis_explain, "%s, %s, %s, %s", key_show(&key),
        origin_is_passed ? "&origin" : "NULL", depth_is_passed ? "&depth" : "NULL",
        handle_out_show(&label));
  pyxis_status status =
      pyxis_explain(key.key, origin_is_passed ? &origin : NULL, depth_is_passed ? &depth : NULL,
                    HANDLE_OUT(pyxis_buffer, label));
  call_ends(step, status, read_allowed(&key, 0, origin_is_passed));
  if (status != PYXIS_OK) {
    if (origin_is_passed)
      OUT_ZERO(origin);
    if (depth_is_passed)
      OUT_ZERO(depth);
    handle_out_empty(&label);
    return;
  }
  candidates candidates = effective_contents(step->was_sure);
  if (candidates.list[0]->entries[key.index].state == entry_unknown) {
    if (!label.is_null && label.value != 0)
      handle_out_stored(step, &label)->text = fact_some();
    return;
  }
  text stored = {NULL, 0};
  if (!label.is_null && label.value != 0)
    stored = read_buffer(step, label.value);
  uint32_t match = 0;
  explanation expected = {0}, seen = {origin, depth, stored, false};
  for (; match < 2 * candidates.count; match += 1) {
    /* What preparation is about to publish may not be published yet. */
    const content *published = match % 2 == 0 ? preparation_published() : NULL;
    if (match % 2 == 1 && (step->was_sure || self->saw_published))
      continue;
    expected = expected_explanation(candidates.list[match / 2], published, (uint32_t)key.index);
    if (explains(&expected, &seen, depth_is_passed, !label.is_null))
      break;
  }
  if (match == 2 * candidates.count) {
    fault("origin %d, depth %d, label %s; not origin %d, depth %u, label %s", origin,
          depth_is_passed ? (int)depth : -1, text_show(stored), expected.origin, expected.depth,
          text_show(expected.label));
  }
  if (match > 1)
    effective_is(candidates.list[match / 2]);
  if (stored.data != NULL) {
    handle_out_stored(step, &label)->text = fact_exact(text_copy(stored.data, stored.length));
  } else {
    handle_out_empty(&label);
  }
}
