/* Out-parameters, and checks of what a call stored there. */
#ifndef FUZZ_OUTS_H
#define FUZZ_OUTS_H

#include "handles.h"

/* Something that an out-parameter is filled with before a call. */
enum { out_garbage = 0xA5 };

/* A handle's out-parameter. */
typedef struct handle_out {
  kind kind;
  uint32_t variable;
  uintptr_t value;
  bool is_null;
} handle_out;

void draw_handle_out(step *step, handle_out *out, kind kind);
/* The same where NULL is fine and more likely. */
void draw_optional_handle_out(step *step, handle_out *out, kind kind);
const char *handle_out_show(const handle_out *out);
/* After a call that stored a handle: remembers it. What the variable had goes when the step ends.
 */
object *handle_out_stored(step *step, handle_out *out);
/* After a call that must not have stored one. */
void handle_out_empty(const handle_out *out);

#define HANDLE_OUT(type, out) ((out).is_null ? NULL : (type **)(void *)&(out).value)

/* Whether an out-parameter that is required, or one that is not, is passed. */
bool draw_required(step *step);
bool draw_optional(step *step);
/* Fills an out-parameter with garbage. */
void out_fill(void *out, size_t size);
#define OUT_FILL(variable) out_fill(&(variable), sizeof(variable))
/* After a call that failed: it must be all zero. */
void out_zero(const char *name, const void *out, size_t size);
#define OUT_ZERO(variable) out_zero(#variable, &(variable), sizeof(variable))

/* Checks the view of a text: bytes, and a NUL after them. */
void check_view(const char *name, pyxis_string view, text expected);
/* Checks it against what is known, and returns what it is. */
text check_view_of_fact(const char *name, pyxis_string view, fact *fact);

#endif
