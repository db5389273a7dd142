// Where effective values come from.
#ifndef PYXIS_ORIGIN_HPP
#define PYXIS_ORIGIN_HPP

#include "buffer.hpp"
#include "key.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace pyxis {
inline namespace PYXIS_MODE {

/** What an effective value comes from. */
enum class origin_source : pyxis_origin {
  /** Nothing holds the entry: it reads as the key's default. */
  key_default = PYXIS_ORIGIN_KEY_DEFAULT,
  /** What preparation published. */
  process_default = PYXIS_ORIGIN_PROCESS_DEFAULT,
  /** A scope that set the entry, or came with a configuration that holds it. */
  scope = PYXIS_ORIGIN_SCOPE,
};

/** Where an effective value comes from. */
struct origin {
  /** What it comes from. */
  origin_source source = origin_source::key_default;
  /** Of a scope: how many scopes deep it was when it was opened, the outermost being 1. Else 0. */
  std::uint32_t depth = 0;
  /** Of a scope with a label: the label. */
  std::optional<std::string> label{};
};

/**
 * Explains where the effective value of a key comes from. Fails for a key that is not valid.
 *
 * What was captured and is shown by another scope comes from that one, mostly: see pyxis_explain().
 */
template <class T> outcome<origin> explain(key<T> key) {
  pyxis_origin source = 0;
  std::uint32_t depth = 0;
  pyxis_buffer *label = nullptr;
  const pyxis_status status = pyxis_explain(key.id(), &source, &depth, &label);
  if (status != PYXIS_OK)
    return detail::fail<origin>(detail::make_error(status, key.id()));
  const buffer owned(label);
  return origin{static_cast<origin_source>(source), depth,
                label == nullptr ? std::nullopt : std::optional(owned.str())};
}

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_ORIGIN_HPP
