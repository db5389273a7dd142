// Measures the library through its C functions: benchmark-c GROUP [--only TEXT] [--slices COUNT]
//
//   main      everything that needs a process without a launch payload
//   prepared  what reads the process default; PYXIS_BOOTSTRAP has a payload
//   prepare   one preparation
//   decode    one decoding, which a preparation is compared with
#include "benchmark.h"

#include <stdio.h>
#include <string.h>

static int32_t configure(pyxis_configuration *configuration, void *user_data) {
  (void)user_data;
  set_entries(configuration, usual_entries);
  return 0;
}

static void prepare_process(void) {
  pyxis_prepare_options options = PYXIS_PREPARE_OPTIONS_INIT;
  options.configure = configure;
  expect_ok(pyxis_prepare(&options, NULL, NULL), "pyxis_prepare");
}

int main(int count, char **arguments) {
  const char *group = count > 1 ? arguments[1] : "";
  measuring_start(count, arguments);
  if (strcmp(group, "main") == 0) {
    measure_scoped_reads();
    measure_scopes();
    measure_captures();
    measure_memory();
    measure_threads();
  } else if (strcmp(group, "prepared") == 0) {
    prepare_process();
    measure_default_reads();
  } else if (strcmp(group, "prepare") == 0) {
    measure_preparation();
  } else if (strcmp(group, "decode") == 0) {
    measure_first_decoding();
  } else {
    fprintf(stderr, "usage: %s main|prepared|prepare|decode [--only TEXT] [--slices COUNT]\n",
            arguments[0]);
    return 2;
  }
  return 0;
}
