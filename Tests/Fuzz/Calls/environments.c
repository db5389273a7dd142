#define _GNU_SOURCE
#include "environments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../Model/arena.h"
#include "launching.h"

payload process_payload = {.status = PYXIS_NO_PAYLOAD};

void prepare_process_environment(uint64_t seed) {
  rng rng = {seed_of_part(seed, 500)};
  uint32_t choice = draw_below(&rng, 100);
  mood_here = choice < 40   ? mood_success
              : choice < 60 ? mood_failing_configure
              : choice < 80 ? mood_invalid_results
                            : mood_no_payload;
  unsetenv("PYXIS_BOOTSTRAP");
  unsetenv("PYXIS_BOOTSTRAP_FILE");
  if (draw_chance(&rng, 60))
    return;
  process_payload = draw_payload(&rng);
  const char *text =
      arena_print("%.*s", (int)process_payload.text.length, process_payload.text.data);
  setenv("PYXIS_BOOTSTRAP", text, 1);
}

static const char *variable(step *step, const char *name, text value) {
  char *made = step_make(step, strlen(name) + 1 + value.length + 1);
  sprintf(made, "%s=", name);
  memcpy(made + strlen(name) + 1, value.data, value.length);
  return made;
}

/* A file with some text, which is gone when the process is. */
static text make_file(text contents) {
  int descriptor = memfd_create("payload", MFD_CLOEXEC);
  if (descriptor < 0)
    abort();
  if (write(descriptor, contents.data, contents.length) != (ssize_t)contents.length)
    abort();
  return text_of(arena_print("/proc/self/fd/%d", descriptor));
}

/* The path of a payload's file, or of something that is none. */
static text draw_file(rng *rng, environment *environment, int *descriptor) {
  if (draw_chance(rng, 70)) {
    environment->payload = draw_payload(rng);
    environment->reads_text = true;
    text path = make_file(environment->payload.text);
    *descriptor = atoi(strrchr(path.data, '/') + 1);
    return path;
  }
  static const char *const wrong[] = {"", "relative/path", "/", "/nowhere/at/all", "/dev/null"};
  environment->payload.status = PYXIS_ERROR_MALFORMED_PAYLOAD;
  return text_of(wrong[draw_below(rng, 5)]);
}

environment draw_environment(step *step, int *descriptor) {
  rng *rng = &step->rng;
  environment environment = {.shown = "the process's environment"};
  if (draw_chance(rng, 12)) {
    environment.payload = process_payload;
    environment.reads_text = true;
    return environment;
  }
  environment.payload.status = PYXIS_NO_PAYLOAD;
  const char **entries = step_make(step, 6 * sizeof *entries);
  uint32_t count = 0;
  environment.entries = entries;
  environment.shown = "{}";
  if (draw_chance(rng, 50))
    entries[count++] = variable(step, "PYXIS_BOOTSTRA", text_of("{}"));
  if (draw_chance(rng, 20))
    entries[count++] = variable(step, "PYXIS_BOOTSTRAP_FILES", text_of("/"));
  uint32_t choice = draw_below(rng, 100);
  if (mood_here == mood_no_payload && draw_chance(rng, 80))
    choice = 99;
  if (choice < 80) {
    environment.payload = draw_payload(rng);
    environment.reads_text = true;
    entries[count++] = variable(step, "PYXIS_BOOTSTRAP", environment.payload.text);
  }
  if (choice >= 78 && choice < 90) {
    text path = draw_file(rng, &environment, descriptor);
    entries[count++] = variable(step, "PYXIS_BOOTSTRAP_FILE", path);
    if (choice < 80) {
      environment.payload.status = PYXIS_ERROR_MALFORMED_PAYLOAD;
      environment.reads_text = false;
    }
  }
  if (draw_chance(rng, 30))
    entries[count++] = variable(step, "HOME", text_of("/"));
  if (is_printing) {
    environment.shown = "{";
    for (uint32_t index = 0; index < count; index += 1) {
      environment.shown =
          arena_print("%s%s, ", environment.shown, text_show(text_of(entries[index])));
    }
    environment.shown = arena_print("%sNULL}", environment.shown);
  }
  return environment;
}
