/* A C program, linked with the library that ships, that opens a second copy of it:
 * second_copy first|second OTHER [OWN-COPY-PLUGIN]
 *
 * The first argument says which copy is used first. */
#include "check.h"
#include "parts.h"

#include <pyxis.h>

typedef struct messages {
  int count;
  char last[1024];
} messages;

static void take_message(const pyxis_string *message, void *user_data) {
  messages *taken = user_data;
  taken->count += 1;
  snprintf(taken->last, sizeof taken->last, "%s", message->data);
}

/* One copy of the library. */
typedef struct copy {
  __typeof__(pyxis_diagnostic_set_handler) *set_handler;
  __typeof__(pyxis_key_define_int64) *define;
  __typeof__(pyxis_get_int64) *get;
  messages messages;
} copy;

static int use(copy *copy) {
  pyxis_key key = 0;
  int64_t value = 0;
  return copy->define("retries", PYXIS_ZERO_TERMINATED, 3, 0, &key, NULL) == PYXIS_OK &&
         copy->get(key, &value) == PYXIS_OK && value == 3;
}

static int names(const messages *messages, const char *path) {
  return strstr(messages->last, path) != NULL;
}

int main(int count, char **arguments) {
  if (count < 3)
    return 2;
  int linked_is_first = strcmp(arguments[1], "first") == 0;
  void *library = open_library(arguments[2], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  copy linked = {pyxis_diagnostic_set_handler, pyxis_key_define_int64, pyxis_get_int64, {0, ""}};
  copy opened = {0};
  find_function(library, "pyxis_diagnostic_set_handler", &opened.set_handler);
  find_function(library, "pyxis_key_define_int64", &opened.define);
  find_function(library, "pyxis_get_int64", &opened.get);
  check("the copies are two", linked.define != opened.define);
  linked.set_handler(take_message, &linked.messages, NULL);
  opened.set_handler(take_message, &opened.messages, NULL);

  copy *first = linked_is_first ? &linked : &opened;
  copy *second = linked_is_first ? &opened : &linked;
  check("the first copy works", use(first));
  check("loaded and not used: no report", linked.messages.count + opened.messages.count == 0);
  check("the second copy works", use(second));
  check("the second copy reports, once", second->messages.count == 1);
  check("it names the first",
        names(&second->messages, linked_is_first ? "libpyxis.so.1" : arguments[2]));
  check("both work on", use(first) && use(second) && c_part_read() == 3);
  check("no more reports", first->messages.count == 0 && second->messages.count == 1);
  if (count == 4) {
    int64_t (*read)(void);
    find_function(open_library(arguments[3], RTLD_NOW | RTLD_LOCAL), "own_copy_read", &read);
    check("a Swift plugin with a copy inside works", read() == 3 && read() == 3);
    check("it does not report to the others", first->messages.count + second->messages.count == 1);
  }
  return 0;
}
