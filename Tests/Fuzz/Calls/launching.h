/* Calls of pyxis_prepare() and pyxis_apply(), with the callbacks that they run. */
#ifndef FUZZ_LAUNCHING_H
#define FUZZ_LAUNCHING_H

#include "../Drawing/payloads.h"
#include "../Arguments/arguments.h"

enum { most_adapters = 4 };

/* One adapter of a call; it is the user data of its function. */
typedef struct adapter {
  owned owned;
  text key;
  /* What the function gets: an older struct has no user data. */
  void *user_data;
  /* It runs for known values only. */
  bool checks_value;
} adapter;

/* A call on its way. */
typedef struct launching {
  step *step;
  bool is_apply;

  /* What is passed. */
  const pyxis_adapter *adapters;
  size_t count;
  adapter drawn[most_adapters];
  /* How many of the adapters the library reads. */
  uint32_t read_count;
  /* What is wrong with the arguments, so that nothing runs. */
  status_set refused;

  /* The names of secret keys when the call began. */
  uint64_t secret_names;

  /* What there is to do. */
  const variants *requested; /* In the order of the keys' bytes. */
  bool configures;
  owned configure;
  void *configure_user_data;
  int32_t configure_outcome;

  /* How far it is. */
  bool is_running;
  uint32_t configured;
  content *in_force;
  uint32_t outside;
  size_t next;
  result *results[16];
  uint32_t adapters_run;

  /* How it ends, once that is known. */
  bool is_finished;
  pyxis_status status;
  text invalid_key;
  report *report;
  content *published;
} launching;

/* What mostly becomes of the preparations of a round: once one has succeeded, no other runs. */
typedef enum mood {
  mood_success,
  mood_failing_configure,
  mood_invalid_results,
  mood_no_payload,
} mood;

extern mood mood_here;

/* Draws the adapters of a call and what is wrong with them; mostly for what is requested. */
void draw_adapters(launching *launching, const variants *requested);
/* The library takes the adapters over; they are given up when the call returns. */
void hand_over_adapters(launching *launching);

/* Whether there is an adapter that does not run because of the variant's value. */
bool adapter_refuses(const launching *launching, const variant *variant);
/* How many adapters run for what was requested. */
uint32_t adapters_to_run(const launching *launching);
/* Nothing of the host's runs any more. */
void launching_finishes(launching *launching);

/* Checks that callbacks ran as the status says. */
void check_callbacks(const launching *launching, pyxis_status status);

void apply_callback(const pyxis_string *key, const pyxis_string *value, pyxis_result *passed,
                    void *user_data);
int32_t configure_callback(pyxis_configuration *configuration, void *user_data);

const char *adapters_show(const launching *launching);

#endif
