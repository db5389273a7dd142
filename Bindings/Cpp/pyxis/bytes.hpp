// Byte strings.
#ifndef PYXIS_BYTES_HPP
#define PYXIS_BYTES_HPP

#include "mode.hpp"

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace pyxis {
inline namespace PYXIS_MODE {

/** A byte string that is owned: the value of a `key<bytes>`. */
using bytes = std::vector<std::byte>;

namespace detail {

/** Whether a container's elements lie in a row and are std::byte or unsigned char. */
template <class Container, class = void> struct holds_bytes : std::false_type {};

template <class Container>
struct holds_bytes<Container, std::void_t<decltype(std::data(std::declval<const Container &>())),
                                          decltype(std::size(std::declval<const Container &>()))>> {
  using element = std::remove_cv_t<
      std::remove_pointer_t<decltype(std::data(std::declval<const Container &>()))>>;
  static constexpr bool value =
      std::is_same_v<element, std::byte> || std::is_same_v<element, unsigned char>;
};

} // namespace detail

/**
 * A byte string that somebody else owns.
 *
 * It is made from any container of std::byte or unsigned char whose elements lie in a row.
 */
class bytes_view {
public:
  /** Makes an empty one. */
  constexpr bytes_view() noexcept = default;

  /** Makes a view of `size` bytes at `data`, which may be NULL with size 0. */
  constexpr bytes_view(const std::byte *data, std::size_t size) noexcept
      : data_(data), size_(size) {}

  /** Makes a view of a container, which keeps the bytes. */
  template <class Container, std::enable_if_t<detail::holds_bytes<Container>::value, int> = 0>
  bytes_view(const Container &container) noexcept
      : data_(reinterpret_cast<const std::byte *>(std::data(container))),
        size_(std::size(container)) {}

  /** The first byte; may be NULL if there is none. */
  constexpr const std::byte *data() const noexcept { return data_; }
  /** The number of bytes. */
  constexpr std::size_t size() const noexcept { return size_; }
  /** Whether there are no bytes. */
  constexpr bool empty() const noexcept { return size_ == 0; }
  /** The first byte. */
  constexpr const std::byte *begin() const noexcept { return data_; }
  /** The end of the bytes. */
  constexpr const std::byte *end() const noexcept { return data_ + size_; }
  /** The byte at an index below `size()`. */
  constexpr std::byte operator[](std::size_t index) const noexcept { return data_[index]; }

  /** A copy of the bytes. */
  bytes to_bytes() const { return bytes(begin(), end()); }

  /** Whether both have the same bytes. */
  friend bool operator==(bytes_view one, bytes_view other) noexcept {
    return one.size_ == other.size_ &&
           (one.size_ == 0 || std::memcmp(one.data_, other.data_, one.size_) == 0);
  }
  /** Whether they differ. */
  friend bool operator!=(bytes_view one, bytes_view other) noexcept { return !(one == other); }

private:
  const std::byte *data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_BYTES_HPP
