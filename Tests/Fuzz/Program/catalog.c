#include "catalog.h"

#include "../Model/keys.h"
#include "../Model/workers.h"
#include "../Rounds/round.h"

/* Where each kind of step ends when their weights are added up. */
enum {
#define END(name, weight) before_##name, end_##name = before_##name + (weight)-1,
  FUZZ_STEPS(END) whole_weight,
#undef END
};

static step_function *function_at(uint32_t position) {
#define FIND(name, weight)                                                                         \
  if (position <= end_##name)                                                                      \
    return step_##name;
  FUZZ_STEPS(FIND)
#undef FIND
  return step_version;
}

/* The first steps of a thread give its variables something, for the others to work with. */
static step_function *draw_making(step *step) {
  static step_function *const making[] = {
      step_configuration_create, step_configuration_capture, step_configuration_create,
      step_configuration_copy,   step_variants_create,       step_variants_decode,
      step_report_decode,
  };
  return making[draw_below(&step->rng, sizeof making / sizeof making[0])];
}

enum { making_count = 24 };

/* Whether a step depends on which scopes it is in. */
static bool depends_on_scopes(step_function *function) {
  static step_function *const all[] = {
      step_scope_run,
      step_scope_run_labeled,
      step_scope_open,
      step_scope_open_labeled,
      step_scope_close,
      step_explain,
      step_configuration_capture,
      step_apply,
      step_prepare,
      step_read_bool,
      step_read_int64,
      step_read_double,
      step_read_string,
      step_read_bytes,
      step_read_capability,
  };
  for (size_t index = 0; index < sizeof all / sizeof all[0]; index += 1) {
    if (all[index] == function)
      return true;
  }
  return false;
}

/* Callbacks of a preparation do what concerns preparations more often than others do. */
static step_function *draw_in_callback(step *step) {
  static step_function *const near[] = {
      step_prepare,
      step_apply,
      step_release_configuration,
      step_result_set,
      step_configuration_copy,
  };
  bool is_near = step->outer->record != NULL && draw_chance(&step->rng, 30);
  step_function *drawn = is_near ? near[draw_below(&step->rng, sizeof near / sizeof near[0])]
                                 : function_at(draw_below(&step->rng, whole_weight));
  return self->is_between_scopes && depends_on_scopes(drawn) ? step_views : drawn;
}

step_function *catalog_draw(step *step) {
  if (step->outer != NULL)
    return draw_in_callback(step);
  /* The first thread begins with the keys. */
  uint32_t definitions = step->path.elements[0] == 0 ? key_name_count + 1 : 0;
  uint32_t number = step->path.elements[1];
  if (number + 1 < definitions)
    return step_define_at_start;
  if (number < definitions)
    return step_define_fillers;
  if (number < definitions + making_count)
    return draw_making(step);
  /* One round of threads in four is mostly about calls that meet. */
  bool is_hammering = is_concurrent() && round_here.seed % 4 == 0;
  if (is_hammering && draw_chance(&step->rng, 10))
    return step_hammer;
  return function_at(draw_below(&step->rng, whole_weight));
}
