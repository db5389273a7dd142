// Host code that preparation runs.
#ifndef PYXIS_ADAPTER_HPP
#define PYXIS_ADAPTER_HPP

#include "configuration.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace pyxis {
inline namespace PYXIS_MODE {

/**
 * Host code that applies one variant and says what became of it (R14).
 *
 * ```cpp
 * #include <pyxis.hpp>
 *
 * int main() {
 *   bool dark = false;
 *   const pyxis::adapter color_scheme("color_scheme", [&](const pyxis::variant &variant) {
 *     if (variant.value != "dark" && variant.value != "light")
 *       return pyxis::variant_result::unsupported("There is no such color scheme.");
 *     dark = variant.value == "dark";
 *     return pyxis::variant_result::applied(std::string(variant.value));
 *   });
 * }
 * ```
 *
 * It runs only if its variant was requested, with the staged configuration as the effective one.
 * Copies share one callable, which goes with the last of them: once, whatever calls failed.
 */
class adapter {
public:
  /**
   * Makes an adapter.
   *
   * `key`: the variant's key; not empty, UTF-8. `apply`: called with a `const variant &`, which is
   * valid until it returns; returns a `variant_result`, or a `result` of one. What it throws, or an
   * error in its result, makes the variant unverified, with the message as the reason (R14). It may
   * be one that can only be moved.
   */
  template <class Apply>
  adapter(std::string key, Apply &&apply)
      : key_(std::move(key)),
        apply_(
            [shared = std::make_shared<std::decay_t<Apply>>(std::forward<Apply>(apply))](
                const variant &requested) { return result_of(std::invoke(*shared, requested)); }) {}

  /**
   * The same adapter for known values only: one that the variant is not known to have is reported
   * as unsupported, and the callable does not run. For the variants of windows; see
   * PYXIS_ADAPTER_KNOWN_VALUES. With another key the call that takes it fails.
   */
  adapter with_known_values() const {
    adapter checking = *this;
    checking.flags_ = PYXIS_ADAPTER_KNOWN_VALUES;
    return checking;
  }

  /** The key of the variant that it applies. */
  const std::string &key() const noexcept { return key_; }

  /** 0, or PYXIS_ADAPTER_KNOWN_VALUES. */
  std::uint32_t flags() const noexcept { return flags_; }

  /** Applies a variant, and never throws. */
  variant_result operator()(const variant &requested) const noexcept {
#ifdef PYXIS_NO_EXCEPTIONS
    return apply_(requested);
#else
    try {
      return apply_(requested);
    } catch (const std::exception &exception) {
      return variant_result::unverified(exception.what());
    } catch (...) {
      return variant_result::unverified("The adapter threw something that is no std::exception.");
    }
#endif
  }

private:
  static variant_result result_of(variant_result result) { return result; }
  static variant_result result_of(result<variant_result> result) {
    return result ? *std::move(result) : variant_result::unverified(result.error().what());
  }

  std::string key_;
  std::uint32_t flags_ = 0;
  std::function<variant_result(const variant &)> apply_;
};

/**
 * Sets entries of the staged configuration from what was requested.
 *
 * Made from a callable that takes a `staged_configuration &` and returns nothing or a
 * `result<void>`. Copies share one callable, which may be one that can only be moved.
 */
class configure_function {
public:
  /** Makes one that does nothing. */
  configure_function() = default;

  /** Makes one that calls `configure`. */
  template <
      class Configure,
      std::enable_if_t<!std::is_same_v<std::decay_t<Configure>, configure_function> &&
                           std::is_invocable_v<std::decay_t<Configure> &, staged_configuration &>,
                       int> = 0>
  configure_function(Configure &&configure)
      : configure_([shared = std::make_shared<std::decay_t<Configure>>(
                        std::forward<Configure>(configure))](staged_configuration &staged) {
          using returned = decltype(std::invoke(*shared, staged));
          static_assert(std::is_void_v<returned> || std::is_same_v<returned, result<void>>,
                        "a configure function returns nothing, or a result<void>");
          if constexpr (std::is_void_v<returned>) {
            std::invoke(*shared, staged);
            return result<void>();
          } else {
            return std::invoke(*shared, staged);
          }
        }) {}

  /** Whether there is something to call. */
  explicit operator bool() const noexcept { return configure_ != nullptr; }

  /** Calls it. */
  result<void> operator()(staged_configuration &staged) const { return configure_(staged); }

private:
  std::function<result<void>(staged_configuration &)> configure_;
};

namespace detail {

/** What the library calls for an adapter, with its address. */
inline void apply_adapter(const pyxis_string *key, const pyxis_string *value, pyxis_result *result,
                          void *self) noexcept {
  const auto set = [result](const variant_result &became) {
    const auto data = [](const auto &text) { return text ? text->data() : nullptr; };
    const auto size = [](const auto &text) { return text ? text->size() : 0; };
    return pyxis_result_set(result, static_cast<pyxis_variant_status>(became.status),
                            data(became.value), size(became.value), data(became.reason),
                            size(became.reason));
  };
  const variant_result became = (*static_cast<const adapter *>(self))({view(*key), view(*value)});
  const pyxis_status status = set(became);
  if (status != PYXIS_OK)
    set(variant_result::unverified(std::string("The adapter's result cannot be used. ") +
                                   pyxis_status_text(status)));
}

/** Adapters as the library takes them; they are borrowed, and must stay where they are. */
inline std::vector<pyxis_adapter> borrow(const std::vector<adapter> &adapters) {
  std::vector<pyxis_adapter> borrowed;
  borrowed.reserve(adapters.size());
  for (const adapter &one : adapters) {
    pyxis_adapter next{};
    next.struct_size = sizeof next;
    next.flags = one.flags();
    next.key = one.key().data();
    next.key_length = one.key().size();
    next.apply = apply_adapter;
    next.user_data = const_cast<adapter *>(&one);
    borrowed.push_back(next);
  }
  return borrowed;
}

/** A configure function, and how its call ended. */
struct configure_call {
  const configure_function &function;
  result<void> ending{};
#ifndef PYXIS_NO_EXCEPTIONS
  std::exception_ptr thrown{};
#endif

  /** What the library calls, with the address of this object. */
  static std::int32_t call(pyxis_configuration *configuration, void *self) noexcept {
    auto &call = *static_cast<configure_call *>(self);
    staged_configuration staged(configuration);
#ifdef PYXIS_NO_EXCEPTIONS
    call.ending = call.function(staged);
    return call.ending ? 0 : 1;
#else
    try {
      call.ending = call.function(staged);
      return call.ending ? 0 : 1;
    } catch (...) {
      call.thrown = std::current_exception();
      return 1;
    }
#endif
  }
};

} // namespace detail
} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_ADAPTER_HPP
