#include <string.h>

#include "../Arguments/arguments.h"
#include "../Program/catalog.h"

void step_buffer_data(step *step) {
  handle_argument buffer = draw_handle(step, kind_buffer);
  BEGIN(step, pyxis_buffer_data, "%s", buffer.shown);
  const char *data = pyxis_buffer_data(HANDLE(const pyxis_buffer, buffer));
  call_returns(step);
  if (buffer.shared)
    return;
  if (buffer.object == NULL) {
    if (data != NULL)
      fault("an invalid buffer has data");
    return;
  }
  if (data == NULL)
    fault("a buffer has no data");
  fact *known = &buffer.object->text;
  BEGIN(step, pyxis_buffer_size, "%s", buffer.shown);
  size_t size = pyxis_buffer_size(HANDLE(const pyxis_buffer, buffer));
  call_returns(step);
  text seen = check_view_of_fact("the buffer's text", (pyxis_string){data, size}, known);
  view_hold(buffer.object, -1, 0, (text){data, size}, seen);
}

void step_buffer_size(step *step) {
  handle_argument buffer = draw_handle(step, kind_buffer);
  BEGIN(step, pyxis_buffer_size, "%s", buffer.shown);
  size_t size = pyxis_buffer_size(HANDLE(const pyxis_buffer, buffer));
  call_returns(step);
  if (buffer.shared)
    return;
  if (buffer.object == NULL) {
    if (size != 0)
      fault("an invalid buffer has %zu bytes", size);
    return;
  }
  fact known = fact_now(&buffer.object->text);
  if (known.certainty == certainty_exact && size != known.text.length) {
    fault("the buffer has %zu bytes, not %zu", size, known.text.length);
  }
}
