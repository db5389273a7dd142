// Text that the library made.
#ifndef PYXIS_BUFFER_HPP
#define PYXIS_BUFFER_HPP

#include "error.hpp"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace pyxis {
inline namespace PYXIS_MODE {

/**
 * Text that the library made, without a copy of it: JSON, mostly.
 *
 * It owns the text and gives it up when it goes. It can be moved, not copied; one that was moved
 * from is empty. Thread: any, as for any value.
 */
class buffer {
public:
  using handle_type = pyxis_buffer;

  /** Makes an empty one. */
  buffer() = default;

  /** Takes over a handle of the C functions. */
  explicit buffer(pyxis_buffer *owned) noexcept : handle_(owned) {}

  /** The start of the text, which a NUL follows; borrowed from this buffer. Never NULL. */
  const char *c_str() const noexcept {
    const char *data = pyxis_buffer_data(handle_.get());
    return data == nullptr ? "" : data;
  }

  /** The number of bytes, without the NUL after them. */
  std::size_t size() const noexcept { return pyxis_buffer_size(handle_.get()); }

  /** The text, borrowed from this buffer. */
  std::string_view view() const noexcept { return {c_str(), size()}; }

  /** The text, borrowed from this buffer. */
  operator std::string_view() const noexcept { return view(); }

  /** A copy of the text. */
  std::string str() const { return std::string(view()); }

private:
  detail::handle<pyxis_buffer, pyxis_buffer_release> handle_;
};

/** Writes the text to a stream. */
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &stream,
                                             const buffer &text) {
  return stream << text.view();
}

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_BUFFER_HPP
