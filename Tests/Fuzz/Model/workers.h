/* What one thread of the tester has: its variables, and the scopes that it is in. */
#ifndef FUZZ_WORKERS_H
#define FUZZ_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "contents.h"
#include "objects.h"
#include "preparation.h"

enum {
  /* Variables of each kind of handle. */
  variable_count = 10,
  /* The last ones hold handles that were lent to callbacks. */
  borrowed_variable = variable_count - 1,
  shared_variable_count = 2,
  view_count = 8,
  /* More scopes are not opened inside each other. */
  frame_limit = 60,
};

/* A view that must stay as it is for as long as it is valid. */
typedef struct held_view {
  object *object;
  int32_t key;
  uint64_t version;
  text view, expected;
} held_view;

/* A program's variables; a thread that is waited for uses those of the one that waits. */
typedef struct variables {
  uint32_t holder;
  uintptr_t handles[kind_count][variable_count];
  held_view views[view_count];
  uint32_t next_view;
  /* Steps that it may still run. */
  uint32_t budget;
} variables;

/* A scope that this thread is in. */
typedef struct frame {
  content *content;
  text label;
  /* The handle of a scope that stays open, else NULL. */
  object *open;
} frame;

struct step;

typedef struct worker {
  uint32_t number;
  variables *variables;
  frame frames[frame_limit + 8];
  uint32_t frame_count;
  /* The fewest scopes that it was in since somebody began to count. */
  uint32_t fewest_frames;
  /* The innermost step under way. */
  struct step *step;
  /* It has seen what preparation published. */
  bool saw_published;
  /* What it is in is about to end, so it opens no scopes: whether they would end with it as well
     depends on how far the end has come. */
  bool is_ending;
  /* Which scopes it is in is not known: the last adapter's end closes some, one after another. */
  bool is_between_scopes;
} worker;

extern _Thread_local worker *self;

/* How many threads run at once. */
extern uint32_t thread_count;
static inline bool is_concurrent(void) { return thread_count > 1; }

extern _Atomic(uintptr_t) shared_variables[kind_count][shared_variable_count];
/* Scopes that threads opened lately, for others to close them in vain. */
enum { foreign_scope_count = 8 };
extern _Atomic(uintptr_t) foreign_scopes[foreign_scope_count];

uint32_t worker_next_number(void);

void frame_push(content *content, text label, object *open);
/* Closes the scopes inside the outermost `count` ones. */
void frames_pop_to(uint32_t count);

/* What may be in force on this thread, given whether preparation was known before the call. */
candidates effective_contents(bool was_sure);
/* One of them turned out to be it. */
void effective_is(const content *content);

/* Remembers a view to look at it again later. */
void view_hold(object *object, int32_t key, uint64_t version, text view, text expected);

#endif
