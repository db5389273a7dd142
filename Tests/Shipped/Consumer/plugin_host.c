/*
 * Opens the library while it runs, and closes it: plugin_host LIBRARY
 *
 * A thread that is older than the library uses it too: its thread-local variables must be there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <pyxis.h>
#include <stdio.h>
#include <string.h>

typedef int32_t (*version_function)(void);
typedef pyxis_status (*capture_function)(pyxis_configuration **);
typedef pyxis_status (*open_function)(const pyxis_configuration *, pyxis_scope **);
typedef pyxis_status (*close_function)(pyxis_scope *);
typedef pyxis_status (*release_function)(pyxis_configuration *);

static version_function version;
static capture_function capture;
static open_function open_scope;
static close_function close_scope;
static release_function release;
static pthread_barrier_t is_open;

/* Uses the library on this thread; returns 0, or a number that says where it failed. */
static int use(void) {
  pyxis_configuration *configuration = NULL;
  pyxis_scope *scope = NULL;
  if (version() != PYXIS_VERSION)
    return 1;
  if (capture(&configuration) != PYXIS_OK)
    return 2;
  if (open_scope(configuration, &scope) != PYXIS_OK)
    return 3;
  if (close_scope(scope) != PYXIS_OK)
    return 4;
  return release(configuration) == PYXIS_OK ? 0 : 5;
}

static void *older_thread(void *failure) {
  pthread_barrier_wait(&is_open);
  *(int *)failure = use();
  return NULL;
}

/* Stores the address of a function; a cast would not be C. Returns whether it is there. */
static int find(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  memcpy(function, &symbol, sizeof symbol);
  return symbol != NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  int failure = -1;
  if (argc != 2)
    return 2;
  pthread_barrier_init(&is_open, NULL, 2);
  if (pthread_create(&thread, NULL, older_thread, &failure) != 0)
    return 2;

  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
  if (!find(library, "pyxis_version", &version) ||
      !find(library, "pyxis_configuration_capture", &capture) ||
      !find(library, "pyxis_scope_open", &open_scope) ||
      !find(library, "pyxis_scope_close", &close_scope) ||
      !find(library, "pyxis_configuration_release", &release))
    return 4;
  if (use() != 0)
    return 5;
  pthread_barrier_wait(&is_open);
  if (pthread_join(thread, NULL) != 0 || failure != 0)
    return 6;

  if (dlclose(library) != 0)
    return 7;
  if (use() != 0)
    return 8;
  library = dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD);
  return library != NULL && use() == 0 && dlclose(library) == 0 && use() == 0 ? 0 : 9;
}
