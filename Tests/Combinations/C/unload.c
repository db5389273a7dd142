/* A C program that uses a Swift plugin on a thread, and closes it before the thread ends:
 * unload PLUGIN */
#include "check.h"
#include "parts.h"

#include <pthread.h>

static pthread_barrier_t used, closed;

static void nothing(void *user_data) { (void)user_data; }

static void *work(void *plugin) {
  void (*run)(int64_t, part_operation, void *);
  find_function(plugin, "swift_part_run", &run);
  run(5, nothing, NULL);
  pthread_barrier_wait(&used);
  pthread_barrier_wait(&closed);
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void *plugin = open_library(arguments[1], RTLD_NOW | RTLD_LOCAL);
  pthread_t thread;
  pthread_barrier_init(&used, NULL, 2);
  pthread_barrier_init(&closed, NULL, 2);
  if (pthread_create(&thread, NULL, work, plugin) != 0)
    return 1;
  pthread_barrier_wait(&used);
  check("the plugin can be closed", dlclose(plugin) == 0);
  pthread_barrier_wait(&closed);
  check("a thread that used it can end after that", pthread_join(thread, NULL) == 0);
  return 0;
}
