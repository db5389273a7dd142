/* What the library is given to own: each is given up exactly once, by its destroy function. */
#ifndef FUZZ_OWNED_H
#define FUZZ_OWNED_H

#include <pyxis.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct step;

typedef struct owned {
  uint64_t magic;
  const char *what;
  /* How many holders the model knows of. */
  _Atomic(int32_t) holders;
  /* How many of them go at some time during a call that is under way. */
  _Atomic(int32_t) leaving;
  /* How often the library gave it up. */
  _Atomic(int32_t) destroyed;
  /* Several threads' holders, or one whose content is not known: the moment of its end is not
     known either. */
  _Atomic(bool) loose;
  /* What preparation published lives as long as the process. */
  _Atomic(bool) published;
  /* The host gave no destroy function. */
  bool unnoticed;
  /* Nothing says whether the library took it over. */
  bool uncertain;
  /* It is NULL for the library, so that a call of its destroy function does not say whose it is. */
  bool is_null;
  struct owned *next;
  /* Among those whose time came during one call. */
  struct owned *next_due;
} owned;

/* Makes something with one holder. */
owned *owned_make(const char *what, bool is_null);
void owned_add(owned *owned, const char *what, bool is_null);
void owned_retain(owned *owned);
/* With the last holder its time has come: the step that is under way expects its end. */
void owned_release(owned *owned);
/* The holder goes at some time before the call that is under way returns. */
void owned_leave(owned *owned);
/* The call has returned: whoever was leaving has left. */
void owned_left(struct step *step);
void owned_loosen(owned *owned);

/* The destroy function that belongs to something, and what it is called with. */
pyxis_destroy_function owned_destroy_function(const owned *owned);
void *owned_pointer(owned *owned);

/* Checks that what is NULL for the library was given up as often as its time has come. */
void owned_check_null(void);
/* Checks that everything was given up once, except for what was published. */
void owned_check_all(void);

#endif
