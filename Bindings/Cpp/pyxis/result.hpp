// A value or an error, and the one place that decides how a failure is told.
#ifndef PYXIS_RESULT_HPP
#define PYXIS_RESULT_HPP

#include "error.hpp"

#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

namespace pyxis {
inline namespace PYXIS_MODE {

template <class T> class result;

namespace detail {

/** What `result` has whether there is a value or none. */
template <class Derived> class result_base {
public:
  /** Whether the call succeeded. */
  explicit operator bool() const noexcept { return derived().has_value(); }

protected:
  result_base() = default;

  /** Ends the access to a value that is not there: throws the error, or ends the program. */
  void require_value() const {
    if (derived().has_value())
      return;
#ifdef PYXIS_NO_EXCEPTIONS
    std::abort();
#else
    throw derived().error();
#endif
  }

private:
  const Derived &derived() const noexcept { return static_cast<const Derived &>(*this); }
};

} // namespace detail

/**
 * A value, or the error that there is instead of it.
 *
 * Where there are no exceptions it is what every function that can fail returns (see `outcome`).
 * It owns both. `*` and `->` need a value to be there, and `error()` an error; `value()` checks.
 */
template <class T> class [[nodiscard]] result : public detail::result_base<result<T>> {
public:
  using value_type = T;

  /** Makes a success. */
  result(T value) : content_(std::in_place_index<0>, std::move(value)) {}

  /** Makes a failure. */
  result(pyxis::error error) : content_(std::in_place_index<1>, std::move(error)) {}

  /** Whether the call succeeded. */
  bool has_value() const noexcept { return content_.index() == 0; }

  /** The value, which must be there. */
  T &operator*() &noexcept { return *std::get_if<0>(&content_); }
  /** The value, which must be there. */
  const T &operator*() const &noexcept { return *std::get_if<0>(&content_); }
  /** The value, which must be there, moved out of this result. */
  T operator*() && { return std::move(*std::get_if<0>(&content_)); }
  /** The value, which must be there. */
  T *operator->() noexcept { return std::get_if<0>(&content_); }
  /** The value, which must be there. */
  const T *operator->() const noexcept { return std::get_if<0>(&content_); }

  /** The value; without one it throws the error, or ends the program if it cannot. */
  T &value() & {
    this->require_value();
    return **this;
  }
  /** The value; without one it throws the error, or ends the program if it cannot. */
  const T &value() const & {
    this->require_value();
    return **this;
  }
  /** The value, moved out; without one it throws the error, or ends the program if it cannot. */
  T value() && {
    this->require_value();
    return *std::move(*this);
  }

  /** The value, or another one if there is none. */
  template <class Other> T value_or(Other &&other) const & {
    return has_value() ? **this : static_cast<T>(std::forward<Other>(other));
  }
  /** The value, moved out, or another one if there is none. */
  template <class Other> T value_or(Other &&other) && {
    return has_value() ? *std::move(*this) : static_cast<T>(std::forward<Other>(other));
  }

  /** The error, which must be there. */
  const pyxis::error &error() const noexcept { return *std::get_if<1>(&content_); }

private:
  std::variant<T, pyxis::error> content_;
};

/** A success without a value, or an error. */
template <> class [[nodiscard]] result<void> : public detail::result_base<result<void>> {
public:
  using value_type = void;

  /** Makes a success. */
  result() = default;

  /** Makes a failure. */
  result(pyxis::error error) : error_(std::move(error)) {}

  /** Whether the call succeeded. */
  bool has_value() const noexcept { return !error_.has_value(); }

  /** Checks: without success it throws the error, or ends the program if it cannot. */
  void value() const { require_value(); }

  /** The error, which must be there. */
  const pyxis::error &error() const noexcept { return *error_; }

private:
  std::optional<pyxis::error> error_;
};

/** A reference to what somebody else owns, or an error: see `run` with such an operation. */
template <class T> class [[nodiscard]] result<T &> : public detail::result_base<result<T &>> {
public:
  using value_type = T &;

  /** Makes a success. */
  result(T &value) : content_(std::in_place_index<0>, &value) {}

  /** Makes a failure. */
  result(pyxis::error error) : content_(std::in_place_index<1>, std::move(error)) {}

  /** Whether the call succeeded. */
  bool has_value() const noexcept { return content_.index() == 0; }

  /** What is referred to; it must be there. */
  T &operator*() const noexcept { return **std::get_if<0>(&content_); }
  /** What is referred to; it must be there. */
  T *operator->() const noexcept { return *std::get_if<0>(&content_); }

  /** What is referred to; without it the error is thrown, or the program ends if it cannot be. */
  T &value() const {
    this->require_value();
    return **this;
  }

  /** The error, which must be there. */
  const pyxis::error &error() const noexcept { return *std::get_if<1>(&content_); }

private:
  std::variant<T *, pyxis::error> content_;
};

/**
 * What a function that can fail returns: a T, or a result<T> where there are no exceptions.
 *
 * With exceptions the function throws a pyxis::error when it fails.
 */
#ifdef PYXIS_NO_EXCEPTIONS
template <class T> using outcome = result<T>;
#else
template <class T> using outcome = T;
#endif

namespace detail {

/** Ends a function that failed: throws, or returns the error. */
template <class T> outcome<T> fail(error reason) {
#ifdef PYXIS_NO_EXCEPTIONS
  return result<T>(std::move(reason));
#else
  throw reason;
#endif
}

/** Ends a function with what it came to: a value, or a failure. */
template <class T> outcome<T> deliver(result<T> ending) {
#ifdef PYXIS_NO_EXCEPTIONS
  return ending;
#else
  if (!ending)
    throw ending.error();
  if constexpr (!std::is_void_v<T>)
    return *std::move(ending);
#endif
}

/** Ends a constructor: what it made, or `none` where it failed and there are no exceptions. */
template <class T> T construct(result<T> ending, [[maybe_unused]] T none) {
#ifdef PYXIS_NO_EXCEPTIONS
  return ending ? *std::move(ending) : std::move(none);
#else
  return deliver(std::move(ending));
#endif
}

/** Ends a function without a value by the status of its call of the library. */
inline outcome<void> deliver(pyxis_status status) {
  if (status != PYXIS_OK)
    return fail<void>(error(status));
  return deliver(result<void>());
}

/** Ends a function about a key by the status of its call of the library. */
inline outcome<void> deliver(pyxis_status status, pyxis_key key) {
  if (status != PYXIS_OK)
    return fail<void>(make_error(status, key));
  return deliver(result<void>());
}

/** Calls a function of the library that makes a handle, and wraps it: `function(…, &handle)`. */
template <class Wrapper, class Function, class... Arguments>
result<Wrapper> make(Function function, Arguments... arguments) {
  typename Wrapper::handle_type *handle = nullptr;
  const pyxis_status status = function(arguments..., &handle);
  if (status != PYXIS_OK)
    return error(status);
  return Wrapper(handle);
}

/** The same for functions that explain their errors: `function(…, &handle, &error)`. */
template <class Wrapper, class Function, class... Arguments>
result<Wrapper> make_explained(Function function, Arguments... arguments) {
  typename Wrapper::handle_type *handle = nullptr;
  pyxis_error *reason = nullptr;
  const pyxis_status status = function(arguments..., &handle, &reason);
  if (status != PYXIS_OK)
    return make_error(status, reason);
  return Wrapper(handle);
}

} // namespace detail
} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_RESULT_HPP
