// A callable that the library calls: what it returns and throws goes around the library.
#ifndef PYXIS_OPERATION_HPP
#define PYXIS_OPERATION_HPP

#include "result.hpp"

#include <exception>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace pyxis {
inline namespace PYXIS_MODE {
namespace detail {

/** What is left of a type when a `result` around it and its own constness are taken away. */
template <class T> struct unwrapped { using type = std::remove_cv_t<T>; };
template <class T> struct unwrapped<result<T>> { using type = T; };

template <class T> inline constexpr bool is_result = false;
template <class T> inline constexpr bool is_result<result<T>> = true;

/** One call of a callable without arguments through a function of the library. */
template <class Callable> class operation {
  using returned = std::invoke_result_t<Callable>;

public:
  /** What the callable returns, be it in a `result` or not. */
  using value_type = typename unwrapped<returned>::type;

  /** Prepares a call of a callable that outlives this object. */
  explicit operation(Callable &callable) noexcept : callable_(callable) {}

  operation(const operation &) = delete;
  operation &operator=(const operation &) = delete;

  /** What the library calls, with the address of this object. */
  static void function(void *self) noexcept {
    auto &call = *static_cast<operation *>(self);
#ifdef PYXIS_NO_EXCEPTIONS
    call.invoke();
#else
    try {
      call.invoke();
    } catch (...) {
      call.thrown_ = std::current_exception();
    }
#endif
  }

  /** Ends the call: returns what the callable returned, or fails as it did, or by the status. */
  outcome<value_type> finish(pyxis_status status) {
#ifndef PYXIS_NO_EXCEPTIONS
    if (thrown_)
      std::rethrow_exception(std::move(thrown_));
#endif
    if (status != PYXIS_OK)
      return fail<value_type>(error(status));
    return deliver(*std::move(ending_));
  }

private:
  void invoke() {
    if constexpr (std::is_void_v<returned>) {
      std::invoke(std::forward<Callable>(callable_));
      ending_.emplace();
    } else {
      ending_.emplace(std::invoke(std::forward<Callable>(callable_)));
    }
  }

  std::remove_reference_t<Callable> &callable_;
  std::optional<result<value_type>> ending_;
#ifndef PYXIS_NO_EXCEPTIONS
  std::exception_ptr thrown_;
#endif
};

/** What a function that runs an operation returns. */
template <class Callable> using outcome_of = outcome<typename operation<Callable>::value_type>;

} // namespace detail
} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_OPERATION_HPP
