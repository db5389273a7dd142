#include <pthread.h>

#include "../Arguments/arguments.h"
#include "../Program/catalog.h"

/* What the handler in force owns, or NULL; the library calls none, for there is nothing to say. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static owned *current;

static void handler(const pyxis_string *message, void *user_data) {
  (void)user_data;
  fault("a diagnostic was reported: %s", message == NULL ? "NULL" : message->data);
}

static owned *replace(owned *by) {
  pthread_mutex_lock(&lock);
  owned *before = current;
  current = by;
  pthread_mutex_unlock(&lock);
  return before;
}

void step_set_handler(step *step) {
  rng *rng = &step->rng;
  bool is_passed = draw_chance(rng, 70);
  owned *owned = owned_make("handler's data", false);
  owned->unnoticed = draw_chance(rng, 20);
  /* Which of two threads replaces the other's is not known. */
  if (is_concurrent())
    owned_loosen(owned);
  struct owned *replaced = replace(is_passed ? owned : NULL);
  if (replaced != NULL)
    owned_release(replaced);
  /* The call holds it until it returns. */
  if (is_passed)
    owned_retain(owned);
  owned_leave(owned);
  BEGIN(step, pyxis_diagnostic_set_handler, "%s, data %p, %s", is_passed ? "handler" : "NULL",
        (void *)owned, owned->unnoticed ? "NULL" : "destroy");
  call_ends(step,
            pyxis_diagnostic_set_handler(is_passed ? handler : NULL, owned,
                                         owned_destroy_function(owned)),
            ONE(PYXIS_OK));
}

void step_reset_handler(step *step) {
  owned *replaced = replace(NULL);
  if (replaced != NULL)
    owned_release(replaced);
  BEGIN(step, pyxis_diagnostic_set_handler, "%s", "NULL, NULL, NULL");
  call_ends(step, pyxis_diagnostic_set_handler(NULL, NULL, NULL), ONE(PYXIS_OK));
}
