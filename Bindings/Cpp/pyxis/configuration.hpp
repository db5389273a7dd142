// Configurations: entries, what was requested, and the report.
#ifndef PYXIS_CONFIGURATION_HPP
#define PYXIS_CONFIGURATION_HPP

#include "key.hpp"
#include "report.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace pyxis {
inline namespace PYXIS_MODE {

/**
 * What can be done with any configuration: one that the program owns, or one that is being staged.
 *
 * Thread: any; one object is changed by one thread at a time, as any value is.
 */
class any_configuration {
public:
  /**
   * An entry, or the key's default if the configuration does not hold it (R1); a copy.
   *
   * Fails for a key that is not valid, and with PYXIS_ERROR_INVALID_HANDLE for a configuration that
   * was moved from.
   */
  template <class T> outcome<typename key<T>::value_type> get(key<T> key) const {
    using value_type = typename pyxis::key<T>::value_type;
    value_type value{};
    const pyxis_status status = detail::entry<T>::read(handle_, key.id(), value);
    if (status != PYXIS_OK)
      return detail::fail<value_type>(detail::make_error(status, key.id()));
    return value;
  }

  /** The same as `get`. */
  template <class T> outcome<typename key<T>::value_type> operator[](key<T> key) const {
    return get(key);
  }

  /**
   * A view of a text or bytes entry, without a copy.
   *
   * It is borrowed: it is valid until that entry is set or unset in this object, or the object
   * goes. Fails as `get` does.
   */
  template <class T> outcome<typename detail::entry<T>::borrowed> view(key<T> key) const & {
    using view_type = typename detail::entry<T>::borrowed;
    view_type value{};
    const pyxis_status status = detail::entry<T>::view(handle_, key.id(), value);
    if (status != PYXIS_OK)
      return detail::fail<view_type>(detail::make_error(status, key.id()));
    return value;
  }
  /** A view of an object that goes at once would be of nothing. */
  template <class T>
  outcome<typename detail::entry<T>::borrowed> view(key<T> key) const && = delete;

  /**
   * Sets an entry; the value is copied, and of a capability the share is taken over.
   *
   * It marks no variant as applied (R14), and shows in no copy and no open scope (R2). A number
   * goes in if each of its type fits. Fails as `get` does, and with PYXIS_ERROR_INVALID_UTF8.
   */
  template <class T> outcome<void> set(key<T> key, typename detail::entry<T>::argument value) {
    return detail::deliver(detail::entry<T>::write(handle_, key.id(), std::move(value)), key.id());
  }

  /** Takes an entry out: it reads as the key's default again. Returns whether it was there. */
  template <class T> outcome<bool> unset(key<T> key) {
    const pyxis_status status = pyxis_configuration_unset(handle_, key.id());
    if (status != PYXIS_OK && status != PYXIS_NOT_FOUND)
      return detail::fail<bool>(detail::make_error(status, key.id()));
    return status == PYXIS_OK;
  }

  /** The requested variants (R3); none before preparation. Fails: PYXIS_ERROR_LIMIT_REACHED. */
  outcome<variants> requested() const {
    return detail::deliver(detail::make<variants>(pyxis_configuration_requested, handle()));
  }

  /** The launch report (R3); none before preparation. Fails: PYXIS_ERROR_LIMIT_REACHED. */
  outcome<std::optional<pyxis::report>> report() const {
    using found = std::optional<pyxis::report>;
    pyxis_report *stored = nullptr;
    const pyxis_status status = pyxis_configuration_report(handle_, &stored);
    if (status == PYXIS_NOT_FOUND)
      return found();
    if (status != PYXIS_OK)
      return detail::fail<found>(error(status));
    return found(stored);
  }

  /** All entries with their origins, as JSON for people. Fails: PYXIS_ERROR_LIMIT_REACHED. */
  outcome<buffer> describe() const {
    return detail::deliver(detail::make<buffer>(pyxis_configuration_describe, handle()));
  }

  /** Whether there is something behind it: it was not moved from, and its making succeeded. */
  bool valid() const noexcept { return handle_ != nullptr; }

  /** The handle for the C functions; borrowed. */
  pyxis_configuration *handle() const noexcept { return handle_; }

  /**
   * Whether both hold equal entries, requested variants and reports; see
   * pyxis_configuration_equal(). One that is not `valid()` equals none.
   */
  friend bool operator==(const any_configuration &one, const any_configuration &other) noexcept {
    std::int32_t equal = 0;
    pyxis_configuration_equal(one.handle_, other.handle_, &equal);
    return equal != 0;
  }
  /** Whether they are not equal. */
  friend bool operator!=(const any_configuration &one, const any_configuration &other) noexcept {
    return !(one == other);
  }

protected:
  explicit any_configuration(pyxis_configuration *handle) noexcept : handle_(handle) {}
  any_configuration(const any_configuration &) = delete;
  any_configuration &operator=(const any_configuration &) = delete;
  ~any_configuration() = default;

  pyxis_configuration *handle_;
};

/**
 * A configuration as a value: what is set in one never shows in another (R2).
 *
 * ```cpp
 * #include <pyxis.hpp>
 * #include <cassert>
 *
 * int main() {
 *   const pyxis::key<std::string> status{"subscription.status", "none"};
 *   auto trial = pyxis::configuration::capture();
 *   trial.set(status, "trial");
 *   auto expired = trial;
 *   expired.set(status, "expired");
 *   assert(trial[status] == "trial" && expired.view(status) == "expired");
 *   assert(status.get() == "none");
 * }
 * ```
 *
 * Copying copies no entries. One that was moved from can be assigned to and destroyed; all else is
 * PYXIS_ERROR_INVALID_HANDLE. Thread: any, as for any value.
 */
class configuration : public any_configuration {
public:
  using handle_type = pyxis_configuration;

  /** Makes an empty one; see `create`. Without exceptions it is not `valid()` if that fails. */
  configuration() : configuration(detail::construct(try_create(), configuration(nullptr))) {}

  /** Takes over a handle of the C functions. */
  explicit configuration(pyxis_configuration *owned) noexcept : any_configuration(owned) {}

  /** Copies one; see `copy`. Without exceptions it is not `valid()` if that fails. */
  configuration(const configuration &other) : configuration(nullptr) {
    if (other.valid())
      *this = detail::construct(try_copy(other), configuration(nullptr));
  }
  /** Takes another's handle over; the other one is not `valid()` from then on. */
  configuration(configuration &&other) noexcept
      : configuration(std::exchange(other.handle_, nullptr)) {}

  /** Becomes a copy; see `copy`. Without exceptions it is not `valid()` if that fails. */
  configuration &operator=(const configuration &other) {
    configuration copied(other);
    std::swap(handle_, copied.handle_);
    return *this;
  }
  /** Takes another's handle over; the other one is not `valid()` from then on. */
  configuration &operator=(configuration &&other) noexcept {
    configuration moved(std::move(other));
    std::swap(handle_, moved.handle_);
    return *this;
  }

  /** Releases the handle. */
  ~configuration() { pyxis_configuration_release(handle_); }

  /** Makes an empty configuration: each key reads as its default. Fails: PYXIS_ERROR_LIMIT_REACHED.
   */
  static outcome<configuration> create() { return detail::deliver(try_create()); }

  /**
   * Takes a snapshot of the effective configuration, which it stays when scopes end (R7).
   *
   * Fails with PYXIS_ERROR_LIMIT_REACHED.
   */
  static outcome<configuration> capture() {
    return detail::deliver(detail::make<configuration>(pyxis_configuration_capture));
  }

  /**
   * Copies a configuration, also one that is being staged (R2).
   *
   * Fails with PYXIS_ERROR_LIMIT_REACHED, or with PYXIS_ERROR_INVALID_HANDLE if it is not
   * `valid()`.
   */
  static outcome<configuration> copy(const any_configuration &other) {
    return detail::deliver(try_copy(other));
  }

  /** Gives the handle up: who takes it releases it with pyxis_configuration_release(). */
  [[nodiscard]] pyxis_configuration *release() noexcept { return std::exchange(handle_, nullptr); }

private:
  static result<configuration> try_create() {
    return detail::make<configuration>(pyxis_configuration_create);
  }
  static result<configuration> try_copy(const any_configuration &other) {
    return detail::make<configuration>(pyxis_configuration_copy, other.handle());
  }
};

/**
 * The configuration that preparation is about to publish, for its configure callback to fill.
 *
 * It is borrowed: it cannot be replaced, copied as such or kept. `configuration::copy` takes a
 * snapshot of it. Used after the callback, it is PYXIS_ERROR_INVALID_HANDLE.
 */
class staged_configuration : public any_configuration {
public:
  /** Borrows a handle that the library lent to a configure callback. */
  explicit staged_configuration(pyxis_configuration *borrowed) noexcept
      : any_configuration(borrowed) {}
};

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_CONFIGURATION_HPP
