// Numbers that arrive as what they were.
#ifndef PYXIS_LOSSLESS_HPP
#define PYXIS_LOSSLESS_HPP

#include "mode.hpp"

#include <limits>
#include <type_traits>

namespace pyxis {
inline namespace PYXIS_MODE {
namespace detail {

/** Whether a type is a number: booleans and characters are none. */
template <class T>
inline constexpr bool is_number =
    std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char> &&
    !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t>
#ifdef __cpp_char8_t
    && !std::is_same_v<T, char8_t>
#endif
    ;

/** Whether every value of one type has the same value in another. */
template <class From, class To> constexpr bool converts_losslessly() {
  if constexpr (std::is_same_v<From, To>) {
    return true;
  } else if constexpr (is_number<From> && is_number<To>) {
    return (std::is_integral_v<From> ||
            std::is_floating_point_v<To>)&&std::numeric_limits<From>::digits <=
           std::numeric_limits<To>::digits;
  } else {
    return false;
  }
}

/**
 * A parameter that takes a T, or what is always the same as a T.
 *
 * An int goes in where a std::int64_t or a double is wanted. A std::uint64_t does not, nor a text
 * where a bool is wanted: a caller who means it converts it.
 */
template <class T> struct lossless {
  T value;

  template <class From, std::enable_if_t<converts_losslessly<From, T>(), int> = 0>
  constexpr lossless(From from) noexcept : value(static_cast<T>(from)) {}
};

} // namespace detail
} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_LOSSLESS_HPP
