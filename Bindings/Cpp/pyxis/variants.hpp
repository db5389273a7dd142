// What a launch requests.
#ifndef PYXIS_VARIANTS_HPP
#define PYXIS_VARIANTS_HPP

#include "buffer.hpp"
#include "positions.hpp"
#include "result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pyxis {
inline namespace PYXIS_MODE {

/** A requested variant, such as `color_scheme` = `dark`; borrowed from where it came from. */
struct variant {
  /** Which variant; not empty. */
  std::string_view key;
  /** What is requested; may be empty, and may contain NUL. */
  std::string_view value;
};

/**
 * Requested variants: keys with their values, each key once.
 *
 * ```cpp
 * #include <pyxis.hpp>
 * #include <iostream>
 *
 * int main() {
 *   pyxis::variants variants;
 *   variants.set("color_scheme", "dark");
 *   variants.set("locale", "pl_PL");
 *   for (const auto &[key, value] : variants)
 *     std::cout << key << " = " << value << '\n';
 *   std::cout << "PYXIS_BOOTSTRAP=" << variants.encode() << '\n';
 * }
 * ```
 *
 * They can be moved, not copied; what was moved from is empty, and setting or encoding it is
 * PYXIS_ERROR_INVALID_HANDLE. Thread: any, as for any value.
 */
class variants {
public:
  using handle_type = pyxis_variants;
  using value_type = variant;
  using iterator = detail::position_iterator<variants>;
  using const_iterator = iterator;

  /** Makes an empty set. Throws PYXIS_ERROR_LIMIT_REACHED, or is not `valid()` then. */
  variants()
      : variants(
            detail::construct(detail::make<variants>(pyxis_variants_create), variants(nullptr))) {}

  /** Takes over a handle of the C functions. */
  explicit variants(pyxis_variants *owned) noexcept : handle_(owned) {}

  /**
   * Decodes a launch payload, as strictly as preparation does.
   *
   * Fails with PYXIS_ERROR_MALFORMED_PAYLOAD and an offset, PYXIS_ERROR_UNSUPPORTED_VERSION or
   * PYXIS_ERROR_LIMIT_REACHED.
   */
  static outcome<variants> decode(std::string_view text) {
    return detail::deliver(
        detail::make_explained<variants>(pyxis_variants_decode, text.data(), text.size()));
  }

  /**
   * Encodes the variants as the launch payload for a child's PYXIS_BOOTSTRAP.
   *
   * Fails with PYXIS_ERROR_MALFORMED_PAYLOAD if two keys are canonically equivalent, or with
   * PYXIS_ERROR_LIMIT_REACHED.
   */
  outcome<buffer> encode() const {
    return detail::deliver(detail::make_explained<buffer>(pyxis_variants_encode, handle()));
  }

  /**
   * Sets a variant, whose strings are copied. A key that is there keeps its place.
   *
   * Fails with PYXIS_ERROR_INVALID_ARGUMENT for a key that is empty or has a NUL, or with
   * PYXIS_ERROR_INVALID_UTF8.
   */
  outcome<void> set(std::string_view key, std::string_view value) {
    return detail::deliver(
        pyxis_variants_set(handle(), key.data(), key.size(), value.data(), value.size()));
  }

  /** A copy of a variant's value, or nothing if it is not there. Fails: PYXIS_ERROR_INVALID_UTF8.
   */
  outcome<std::optional<std::string>> find(std::string_view key) const {
    using found = std::optional<std::string>;
    pyxis_string value{};
    const pyxis_status status = pyxis_variants_find(handle(), key.data(), key.size(), &value);
    if (status == PYXIS_NOT_FOUND)
      return found();
    if (status != PYXIS_OK)
      return detail::fail<found>(error(status));
    return detail::copy(value);
  }

  /** The number of variants. */
  std::size_t size() const noexcept {
    std::size_t count = 0;
    pyxis_variants_count(handle(), &count);
    return count;
  }

  /** Whether there is none. */
  bool empty() const noexcept { return size() == 0; }

  /**
   * The variant at a position below `size()`: in the order of setting, or sorted when decoded.
   *
   * It is borrowed from these variants until they are changed; at no position it is empty.
   */
  variant operator[](std::size_t position) const noexcept {
    pyxis_string key{};
    pyxis_string value{};
    pyxis_variants_at(handle(), position, &key, &value);
    return {detail::view(key), detail::view(value)};
  }

  /** The first variant; what iterators give is borrowed until these variants are changed. */
  iterator begin() const noexcept { return {*this, 0}; }
  /** The end of the variants. */
  iterator end() const noexcept { return {*this, size()}; }

  /** Whether there is something behind it: it was not moved from, and its making succeeded. */
  bool valid() const noexcept { return handle_ != nullptr; }

  /** The handle for the C functions; borrowed. */
  pyxis_variants *handle() const noexcept { return handle_.get(); }

private:
  detail::handle<pyxis_variants, pyxis_variants_release> handle_;
};

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_VARIANTS_HPP
