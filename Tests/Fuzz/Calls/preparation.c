#define _GNU_SOURCE
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "../Model/arena.h"
#include "../Program/catalog.h"
#include "environments.h"
#include "errors.h"
#include "launching.h"
#include "reports.h"

/* MARK: Options */

typedef struct prepare_call {
  launching launching;
  environment environment;
  /* NULL for none. */
  const void *options;
  uint32_t size;
  uint32_t flags;
  handle_out report, error;
  int descriptor;
  /* Another thread than the main one prepares without saying that it may. */
  bool is_misplaced;
} prepare_call;

static uint32_t draw_options_size(rng *rng) {
  static const uint32_t others[] = {0, 4, 7, 8, 16, 24, 32, 40, 48, 52, 64, 72, 256};
  if (draw_chance(rng, 92))
    return sizeof(pyxis_prepare_options);
  if (draw_chance(rng, 40))
    return draw_below(rng, 200);
  return others[draw_below(rng, sizeof others / sizeof others[0])];
}

#define HAS_FIELD(field, size)                                                                     \
  ((size) >=                                                                                       \
   offsetof(pyxis_prepare_options, field) + sizeof(((pyxis_prepare_options *)NULL)->field))

/* Forgets what a struct of this size does not have. */
static void cut_options(prepare_call *call, uint32_t size) {
  launching *launching = &call->launching;
  if (!HAS_FIELD(environment, size)) {
    call->environment.payload = process_payload;
    call->environment.reads_text = true;
  }
  if (!HAS_FIELD(adapter_count, size)) {
    launching->read_count = 0;
    launching->refused = 0;
  }
  if (!HAS_FIELD(configure, size))
    launching->configures = false;
  if (!HAS_FIELD(configure_user_data, size))
    launching->configure_user_data = NULL;
  if (!HAS_FIELD(configure_destroy, size))
    launching->configure.uncertain = true;
}

static void draw_options(step *step, prepare_call *call) {
  rng *rng = &step->rng;
  launching *launching = &call->launching;
  if (draw_chance(rng, 4)) {
    cut_options(call, 8);
    return;
  }
  call->size = draw_options_size(rng);
  call->environment = draw_environment(step, &call->descriptor);
  draw_adapters(launching, call->environment.payload.requested);
  launching->configures = draw_chance(rng, mood_here == mood_failing_configure ? 97 : 75);
  uint32_t failing = mood_here == mood_failing_configure ? 90 : 10;
  if (launching->configures && draw_chance(rng, failing)) {
    launching->configure_outcome = (int32_t)draw_bits(rng);
  }
  owned_add(&launching->configure, "configure's data", false);
  launching->configure.unnoticed = draw_chance(rng, 20);
  launching->configure_user_data = &launching->configure;
  call->flags = is_concurrent() || draw_chance(rng, 70) ? PYXIS_PREPARE_ANY_THREAD : 0;
  if (draw_chance(rng, 3))
    call->flags |= 2u << draw_below(rng, 31);
  pyxis_prepare_options options = {
      .struct_size = call->size,
      .flags = call->flags,
      .environment = call->environment.entries,
      .adapters = launching->adapters,
      .adapter_count = launching->count,
      .configure = launching->configures ? configure_callback : NULL,
      .configure_user_data = &launching->configure,
      .configure_destroy = owned_destroy_function(&launching->configure),
  };
  bool is_size = call->size >= 8 && call->size % 8 == 0;
  uint32_t room = is_size ? call->size : (uint32_t)sizeof options;
  char *memory = step_make(step, room);
  memcpy(memory, &options, room < sizeof options ? room : sizeof options);
  call->options = memory;
  if (is_size)
    cut_options(call, call->size);
  if (!is_size) {
    cut_options(call, 0);
    launching->configure.uncertain = true;
    launching->refused |= ONE(PYXIS_ERROR_INVALID_STRUCT);
  } else if (room > sizeof options && draw_chance(rng, 30)) {
    memory[sizeof options + draw_below(rng, room - (uint32_t)sizeof options)] = 1;
    launching->refused |= ONE(PYXIS_ERROR_INVALID_STRUCT);
  }
  if (!launching->configures)
    launching->configure_outcome = 0;
}

/* MARK: Preparing */

/* Whether something of the host's runs, so that the model knows whose turn it is. */
static bool has_callback(const launching *launching) {
  return launching->configures || adapters_to_run(launching) > 0;
}

/* How a call can end, once it has ended: its own way, or one that another preparation causes. */
static status_set prepare_outcomes(step *step, const prepare_call *call, bool others) {
  const launching *launching = &call->launching;
  pyxis_status payload = call->environment.payload.status;
  status_set state = 0;
  if (others && !step->was_sure)
    state |= ONE(PYXIS_ERROR_PREPARATION_IN_PROGRESS);
  if (preparation_is_possible() && !launching->is_running) {
    state |= ONE(PYXIS_ERROR_ALREADY_PREPARED);
  }
  if (launching->refused != 0)
    return launching->refused;
  if (call->is_misplaced)
    return ONE(PYXIS_ERROR_WRONG_THREAD);
  if (payload == PYXIS_NO_PAYLOAD)
    return ONE(PYXIS_NO_PAYLOAD);
  if (launching->is_finished)
    return ONE(launching->status);
  return payload == PYXIS_OK ? state : ONE(payload) | state;
}

/* The error of a configure callback has the number that it returned. */
static void check_configure_error(step *step, const prepare_call *call, pyxis_status status) {
  if (status != PYXIS_ERROR_CONFIGURE_FAILED || call->error.is_null)
    return;
  pyxis_string message = {NULL, 0};
  BEGIN(step, pyxis_error_message, "%s", "error, &message");
  call_ends(step, pyxis_error_message((const pyxis_error *)call->error.value, &message),
            ONE(PYXIS_OK));
  const char *number = arena_print("%" PRId32, call->launching.configure_outcome);
  if (message.data == NULL || strstr(message.data, number) == NULL) {
    fault("the message has no %s", number);
  }
}

static void check_prepared(step *step, prepare_call *call, pyxis_status status) {
  const launching *launching = &call->launching;
  const payload *payload = &call->environment.payload;
  error_hints hints = {.version = payload->version, .text_length = payload->text.length};
  hints.reads_text = status == PYXIS_ERROR_MALFORMED_PAYLOAD && call->environment.reads_text;
  if (status == PYXIS_ERROR_INVALID_REPORT)
    hints.key = launching->invalid_key;
  check_error(step, &call->error, status, hints);
  check_configure_error(step, call, status);
  if (status != PYXIS_OK || call->report.is_null) {
    handle_out_empty(&call->report);
    return;
  }
  object *report = handle_out_stored(step, &call->report);
  report->report = launching->report;
  check_report(step, report);
}

void step_prepare(step *step) {
  prepare_call *call = arena_make(sizeof *call);
  launching *launching = &call->launching;
  launching->step = step;
  call->descriptor = -1;
  draw_options(step, call);
  draw_optional_handle_out(step, &call->report, kind_report);
  draw_optional_handle_out(step, &call->error, kind_error);
  bool is_main = gettid() == getpid();
  if ((call->flags & PYXIS_PREPARE_ANY_THREAD) == 0 && !is_main) {
    call->is_misplaced = true;
  }
  if ((call->flags & ~PYXIS_PREPARE_ANY_THREAD) != 0) {
    launching->refused |= ONE(PYXIS_ERROR_INVALID_ARGUMENT);
  }
  bool can_run = launching->refused == 0 && !call->is_misplaced &&
                 call->environment.payload.status == PYXIS_OK;
  if (can_run) {
    variants *requested = variants_copy(call->environment.payload.requested);
    variants_sort(requested);
    launching->requested = requested;
    launching->in_force = content_launching(content_empty(), requested, NULL);
  }
  uint64_t number;
  bool others = preparation_call_begins(&number);
  bool mine = preparation_is_mine();
  step->was_sure = step->was_sure || preparation_is_sure();
  if (can_run && !has_callback(launching)) {
    /* Nothing would tell whether it was this preparation that ran. */
    bool is_certain = !is_concurrent() && !others && !preparation_is_possible();
    if (!is_certain && !mine && !step->was_sure) {
      launching->read_count = 0;
      hand_over_adapters(launching);
      launching->configure.uncertain = true;
      preparation_call_ends(number);
      if (call->descriptor >= 0)
        close(call->descriptor);
      return;
    }
    if (is_certain)
      launching_finishes(launching);
  }
  hand_over_adapters(launching);
  if (launching->configure.what != NULL)
    owned_release(&launching->configure);
  step->record = launching;
  bool was_ending = self->is_ending, was_between = self->is_between_scopes;
  BEGIN(step, pyxis_prepare, "%s, %s, %s",
        call->options == NULL
            ? "NULL"
            : arena_print("{%u, %#x, %s, %s, %s, data, %s}", call->size, call->flags,
                          call->environment.shown, adapters_show(launching),
                          launching->configures ? "configure" : "NULL",
                          launching->configure.unnoticed ? "NULL" : "destroy"),
        handle_out_show(&call->report), handle_out_show(&call->error));
  pyxis_status status =
      pyxis_prepare((const pyxis_prepare_options *)call->options,
                    HANDLE_OUT(pyxis_report, call->report), HANDLE_OUT(pyxis_error, call->error));
  step->record = NULL;
  self->is_ending = was_ending;
  self->is_between_scopes = was_between;
  bool others_since = preparation_call_ends(number);
  if (is_concurrent())
    others = others || others_since;
  if (call->descriptor >= 0)
    close(call->descriptor);
  if (status == PYXIS_OK || status == PYXIS_ERROR_ALREADY_PREPARED)
    preparation_is_seen();
  call_ends(step, status, prepare_outcomes(step, call, others));
  check_callbacks(launching, status);
  check_prepared(step, call, status);
}
