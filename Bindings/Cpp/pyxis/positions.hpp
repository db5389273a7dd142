// Iterators over what has numbered positions.
#ifndef PYXIS_POSITIONS_HPP
#define PYXIS_POSITIONS_HPP

#include "mode.hpp"

#include <cstddef>
#include <iterator>

namespace pyxis {
inline namespace PYXIS_MODE {
namespace detail {

/**
 * Goes through a collection by its `operator[]`, whose elements are made when they are asked for.
 *
 * For the algorithms of C++17 it is an input iterator, since it has no references to give; for
 * those of C++20 a forward one.
 */
template <class Collection> class position_iterator {
public:
  using iterator_category = std::input_iterator_tag;
#if __cplusplus >= 202002L
  using iterator_concept = std::forward_iterator_tag;
#endif
  using value_type = typename Collection::value_type;
  using difference_type = std::ptrdiff_t;
  using reference = value_type;
  using pointer = void;

  position_iterator() noexcept = default;
  position_iterator(const Collection &collection, std::size_t position) noexcept
      : collection_(&collection), position_(position) {}

  value_type operator*() const { return (*collection_)[position_]; }

  position_iterator &operator++() noexcept {
    ++position_;
    return *this;
  }
  position_iterator operator++(int) noexcept {
    const position_iterator before = *this;
    ++position_;
    return before;
  }

  friend bool operator==(const position_iterator &one, const position_iterator &other) noexcept {
    return one.position_ == other.position_;
  }
  friend bool operator!=(const position_iterator &one, const position_iterator &other) noexcept {
    return one.position_ != other.position_;
  }

private:
  const Collection *collection_ = nullptr;
  std::size_t position_ = 0;
};

} // namespace detail
} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_POSITIONS_HPP
