// One context needs one copy of the library in the process. Each copy carries an ELF note that
// leads to its state, so that copies find each other whatever their symbols are called and however
// they were loaded.
#define _GNU_SOURCE
#include "PyxisShims.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#if defined(__ELF__)
#include <link.h>

typedef struct copy_state {
  _Atomic(uint32_t) used;
  /// Whether a pair of copies with this one, the one at the lower address, was reported.
  _Atomic(uint32_t) reported;
} copy_state;

__attribute__((visibility("hidden"), used)) copy_state pyxis_shims_copy_state;

#define NOTE_NAME "Pyxis"

__asm__(".pushsection .note.pyxis,\"a\",@note\n"
        ".balign 4\n"
        ".long 6\n"
        ".long 8\n"
        ".long 1\n"
        ".asciz \"" NOTE_NAME "\"\n"
        ".balign 4\n"
        "0: .quad pyxis_shims_copy_state - 0b\n"
        ".popsection\n");

typedef struct search {
  const char *path;
  copy_state *state;
} search;

static size_t aligned(size_t size) { return (size + 3) & ~(size_t)3; }

/// Returns the state that a note leads to, or NULL if the note is not of this library.
static copy_state *state_of_note(const ElfW(Nhdr) * note) {
  const char *name = (const char *)(note + 1);
  if (note->n_namesz != sizeof NOTE_NAME || note->n_descsz != sizeof(int64_t))
    return NULL;
  if (memcmp(name, NOTE_NAME, sizeof NOTE_NAME) != 0)
    return NULL;
  const char *content = name + aligned(note->n_namesz);
  int64_t distance;
  memcpy(&distance, content, sizeof distance);
  return (copy_state *)(content + distance);
}

static int visit(struct dl_phdr_info *object, size_t size, void *user_data) {
  (void)size;
  search *search = user_data;
  for (size_t index = 0; index < object->dlpi_phnum; index += 1) {
    if (object->dlpi_phdr[index].p_type != PT_NOTE)
      continue;
    const char *next = (const char *)(object->dlpi_addr + object->dlpi_phdr[index].p_vaddr);
    const char *end = next + object->dlpi_phdr[index].p_memsz;
    while ((size_t)(end - next) >= sizeof(ElfW(Nhdr))) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(const void *)next;
      size_t length = sizeof *note + aligned(note->n_namesz) + aligned(note->n_descsz);
      if (length > (size_t)(end - next))
        break;
      copy_state *state = state_of_note(note);
      if (state != NULL && state != &pyxis_shims_copy_state &&
          atomic_load_explicit(&state->used, memory_order_acquire)) {
        search->path = object->dlpi_name;
        search->state = state;
        return 1;
      }
      next += length;
    }
  }
  return 0;
}

bool pyxis_shims_use_copy(char *path, size_t size) {
  if (atomic_exchange_explicit(&pyxis_shims_copy_state.used, 1, memory_order_acq_rel)) {
    return false;
  }
  search search = {NULL, NULL};
  if (dl_iterate_phdr(visit, &search) == 0)
    return false;
  // Two copies that are first used at the same moment may find each other: one of them says so.
  copy_state *mine = &pyxis_shims_copy_state;
  copy_state *lower = (uintptr_t)mine < (uintptr_t)search.state ? mine : search.state;
  if (atomic_exchange_explicit(&lower->reported, 1, memory_order_acq_rel))
    return false;
  snprintf(path, size, "%s", search.path[0] ? search.path : "the program itself");
  return true;
}

#else

bool pyxis_shims_use_copy(char *path, size_t size) {
  (void)path;
  (void)size;
  return false;
}

#endif
