#include "preparation.h"

#include <pthread.h>

#include "../Program/step.h"
#include "workers.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static content *published;
static _Atomic(bool) is_sure;
/* The worker whose preparation has callbacks running, or NULL. */
static worker *runner;
/* How many calls are under way, and how many there have been. */
static uint64_t calls_under_way, calls_begun;

bool preparation_is_sure(void) { return atomic_load(&is_sure); }

content *preparation_published(void) {
  pthread_mutex_lock(&lock);
  content *known = published;
  pthread_mutex_unlock(&lock);
  return known;
}

bool preparation_is_possible(void) { return preparation_published() != NULL; }

bool preparation_call_begins(uint64_t *number) {
  pthread_mutex_lock(&lock);
  bool others = calls_under_way > 0;
  calls_under_way += 1;
  calls_begun += 1;
  *number = calls_begun;
  pthread_mutex_unlock(&lock);
  return others;
}

bool preparation_call_ends(uint64_t number) {
  pthread_mutex_lock(&lock);
  calls_under_way -= 1;
  bool others = calls_begun != number;
  pthread_mutex_unlock(&lock);
  return others;
}

bool preparation_starts(void) {
  pthread_mutex_lock(&lock);
  bool is_only = runner == NULL && published == NULL;
  runner = self;
  pthread_mutex_unlock(&lock);
  return is_only;
}

void preparation_finishes(content *published_now) {
  pthread_mutex_lock(&lock);
  runner = NULL;
  if (published_now != NULL)
    published = published_now;
  pthread_mutex_unlock(&lock);
}

void preparation_is_seen(void) {
  atomic_store(&is_sure, true);
  self->saw_published = true;
}

bool preparation_is_mine(void) {
  pthread_mutex_lock(&lock);
  bool mine = runner != NULL && runner->variables == self->variables;
  pthread_mutex_unlock(&lock);
  return mine;
}
