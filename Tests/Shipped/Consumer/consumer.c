/* A program that uses the installed library: consumer FOLDER-OF-THE-LIBRARY */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pyxis.h>
#include <stdio.h>
#include <string.h>

static pyxis_key retries;

static void read_in_scope(void *user_data) { pyxis_get_int64(retries, (int64_t *)user_data); }

/* Whether the library that runs is the one in the folder, and not another that lies about. */
static int is_loaded_from(const char *folder) {
  Dl_info info;
  void *function = dlsym(RTLD_DEFAULT, "pyxis_version");
  return function != NULL && dladdr(function, &info) != 0 &&
         strncmp(info.dli_fname, folder, strlen(folder)) == 0;
}

int main(int argc, char **argv) {
  if (argc != 2 || !is_loaded_from(argv[1]))
    return 2;
  if (pyxis_version() != PYXIS_VERSION)
    return 3;
  if (pyxis_key_define_int64("retries", PYXIS_ZERO_TERMINATED, 3, 0, &retries, NULL) != PYXIS_OK)
    return 4;
  pyxis_configuration *configuration = NULL;
  if (pyxis_configuration_capture(&configuration) != PYXIS_OK)
    return 5;
  if (pyxis_configuration_set_int64(configuration, retries, INT64_MIN) != PYXIS_OK)
    return 6;
  int64_t inside = 0, after = 0;
  if (pyxis_scope_run(configuration, read_in_scope, &inside) != PYXIS_OK)
    return 7;
  if (pyxis_get_int64(retries, &after) != PYXIS_OK)
    return 8;
  if (pyxis_configuration_release(configuration) != PYXIS_OK)
    return 9;
  printf("%s: %lld in the scope, %lld after it\n", pyxis_version_string(), (long long)inside,
         (long long)after);
  return inside == INT64_MIN && after == 3 ? 0 : 10;
}
