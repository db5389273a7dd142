// Measures how long it takes to load a library and to call it once: benchmark-load pyxis|empty PATH
//
// Prints the nanoseconds. It is linked against neither.
#include "../Measuring/include/Measuring.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <pyxis.h>
#include <stdio.h>
#include <string.h>

typedef pyxis_status define_function(const char *, size_t, int64_t, uint32_t, pyxis_key *,
                                     pyxis_error **);
typedef pyxis_status get_function(pyxis_key, int64_t *);
typedef int32_t answer_function(void);

/// Stores the address of a function.
static void find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  measuring_require(address != NULL, "the library has the function");
  memcpy(function, &address, sizeof address);
}

static int64_t first_read(void *library) {
  define_function *define;
  get_function *get;
  find(library, "pyxis_key_define_int64", &define);
  find(library, "pyxis_get_int64", &get);
  pyxis_key key;
  int64_t value = 0;
  if (define("bench.first", PYXIS_ZERO_TERMINATED, 42, 0, &key, NULL) != PYXIS_OK)
    return -1;
  return get(key, &value) == PYXIS_OK ? value : -1;
}

static int64_t first_answer(void *library) {
  answer_function *answer;
  find(library, "empty_answer", &answer);
  return answer();
}

int main(int count, char **arguments) {
  if (count < 3)
    return 2;
  measuring_start(0, NULL);
  const uint64_t start = measuring_thread_time();
  void *library = dlopen(arguments[2], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "benchmark: %s\n", dlerror());
    return 1;
  }
  const int64_t value =
      strcmp(arguments[1], "pyxis") == 0 ? first_read(library) : first_answer(library);
  const uint64_t time = measuring_thread_time() - start;
  measuring_require(value == 42, "the library answers");
  printf("%" PRIu64 "\n", time);
  return 0;
}
