// Messages about what no call could return.
#ifndef PYXIS_DIAGNOSTICS_HPP
#define PYXIS_DIAGNOSTICS_HPP

#include "result.hpp"

#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

namespace pyxis {
inline namespace PYXIS_MODE {

/**
 * Sets where diagnostics go, such as a key collision (R5); the default is standard error.
 *
 * `handler`: called with a std::string_view that is valid until it returns, on any thread, on
 * several at once. It may be one that can only be moved. It goes once, when it was replaced and no
 * call of it is running. What it throws is dropped: nobody could take it. Thread: any.
 */
template <class Handler> outcome<void> set_diagnostic_handler(Handler &&handler) {
  using callable = std::decay_t<Handler>;
  auto owned = std::make_unique<callable>(std::forward<Handler>(handler));
  const auto call = [](const pyxis_string *message, void *self) noexcept {
#ifdef PYXIS_NO_EXCEPTIONS
    std::invoke(*static_cast<callable *>(self), detail::view(*message));
#else
    try {
      std::invoke(*static_cast<callable *>(self), detail::view(*message));
    } catch (...) {
    }
#endif
  };
  const auto destroy = [](void *self) noexcept { delete static_cast<callable *>(self); };
  return detail::deliver(pyxis_diagnostic_set_handler(call, owned.release(), destroy));
}

/** Lets diagnostics go to standard error again, a line each. Thread: any. */
inline outcome<void> reset_diagnostic_handler() {
  return detail::deliver(pyxis_diagnostic_set_handler(nullptr, nullptr, nullptr));
}

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_DIAGNOSTICS_HPP
