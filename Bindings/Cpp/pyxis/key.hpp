// Keys: the names of typed entries.
#ifndef PYXIS_KEY_HPP
#define PYXIS_KEY_HPP

#include "entry.hpp"
#include "result.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

namespace pyxis {
inline namespace PYXIS_MODE {

/** What is special about a key. */
enum class key_flags : std::uint32_t {
  /** Nothing is. */
  none = 0,
  /** Its values are secret: dumps, descriptions, errors and reports show them redacted. */
  secret = PYXIS_KEY_SECRET,
};

/**
 * Names one entry of configurations, and its type T.
 *
 * ```cpp
 * #include <pyxis.hpp>
 * #include <cassert>
 *
 * const pyxis::key<std::int64_t> &retries() {
 *   static const pyxis::key<std::int64_t> key{"retries", 3};
 *   return key;
 * }
 *
 * int main() {
 *   const pyxis::key<std::string> token{"service.token", "", pyxis::key_flags::secret};
 *   assert(retries().get() == 3 && token.get().empty());
 * }
 * ```
 *
 * T is bool, std::int64_t, double, std::string, `bytes` or `capability<S>`, whose values are bool,
 * std::int64_t, double, std::string, `bytes` and std::shared_ptr<S>. A key is a small value that
 * can be copied; what it names lives as long as the process, and is the same entry in every
 * language (R5). A key at namespace scope is defined when its file is initialised, and the program
 * ends there if that fails: a function with a static key, as above, is safe in any order.
 *
 * Thread: any.
 */
template <class T> class key {
  using entry = detail::entry<T>;

public:
  /** What reading the entry gives. */
  using value_type = typename entry::value;

  /** Makes no key: every use of it is PYXIS_ERROR_INVALID_KEY. */
  constexpr key() noexcept = default;

  /**
   * Defines a key, or finds the one that was defined in the same way; see `define`.
   *
   * It throws where `define` fails; without exceptions the key is not `valid()` then.
   */
  template <class Entry = entry, std::enable_if_t<Entry::type != PYXIS_TYPE_CAPABILITY, int> = 0>
  key(std::string_view name, typename Entry::argument default_value,
      key_flags flags = key_flags::none)
      : key(detail::construct(try_define(name, flags, default_value), key())) {}

  /** Defines a key of capabilities, whose default is none; see `define`. */
  template <class Entry = entry, std::enable_if_t<Entry::type == PYXIS_TYPE_CAPABILITY, int> = 0>
  explicit key(std::string_view name, key_flags flags = key_flags::none)
      : key(detail::construct(try_define(name, flags), key())) {}

  /**
   * Defines a key, or finds the one that was defined in the same way, in any language (R5).
   *
   * `name`: not empty, UTF-8, without NUL. `default_value`: what the entry reads as where no
   * configuration holds it (R1); copied. Fails with PYXIS_ERROR_KEY_CONFLICT if the name is defined
   * with another type, default or flags, PYXIS_ERROR_INVALID_ARGUMENT, PYXIS_ERROR_INVALID_UTF8
   * or PYXIS_ERROR_LIMIT_REACHED; where it is about the name, the error has it as its key.
   */
  template <class Entry = entry, std::enable_if_t<Entry::type != PYXIS_TYPE_CAPABILITY, int> = 0>
  static outcome<key> define(std::string_view name, typename Entry::argument default_value,
                             key_flags flags = key_flags::none) {
    return detail::deliver(try_define(name, flags, default_value));
  }

  /** Defines a key of capabilities, whose default is none. */
  template <class Entry = entry, std::enable_if_t<Entry::type == PYXIS_TYPE_CAPABILITY, int> = 0>
  static outcome<key> define(std::string_view name, key_flags flags = key_flags::none) {
    return detail::deliver(try_define(name, flags));
  }

  /**
   * Finds a key that somebody defined, in any language; nothing if there is none.
   *
   * Fails with PYXIS_ERROR_TYPE_MISMATCH if it has another type, or PYXIS_ERROR_INVALID_UTF8.
   */
  static outcome<std::optional<key>> find(std::string_view name) {
    return detail::deliver(try_find(name));
  }

  /**
   * The effective value: the innermost scope's, else the process default's, else the default (R1).
   *
   * A text or bytes are copied. A capability keeps the configuration that holds it, and with that
   * itself, alive; see `borrow` for a faster way. Fails only for a key that is not valid, and for
   * capabilities with PYXIS_ERROR_LIMIT_REACHED.
   */
  outcome<value_type> get() const {
    value_type value{};
    const pyxis_status status = entry::read(id_, value);
    if (status != PYXIS_OK)
      return detail::fail<value_type>(detail::make_error(status, id_));
    return value;
  }

  /**
   * The effective service of a key of capabilities, or NULL, without a share of it.
   *
   * It lives while the scope that is in force here is open. It costs no allocation.
   */
  template <class Entry = entry, std::enable_if_t<Entry::type == PYXIS_TYPE_CAPABILITY, int> = 0>
  outcome<typename Entry::value::element_type *> borrow() const {
    using service = typename Entry::value::element_type;
    void *address = nullptr;
    const pyxis_status status = pyxis_get_capability(id_, &address);
    if (status != PYXIS_OK)
      return detail::fail<service *>(detail::make_error(status, id_));
    return static_cast<service *>(address);
  }

  /** Whether this is a key. */
  constexpr bool valid() const noexcept { return id_ != 0; }

  /** The key for the C functions; 0 if this is none. */
  constexpr pyxis_key id() const noexcept { return id_; }

  /** Its name, which is valid for ever; empty if this is no key. */
  std::string_view name() const noexcept {
    pyxis_string name{};
    pyxis_key_name(id_, &name);
    return detail::view(name);
  }

  /** Whether its values are secret. */
  bool is_secret() const noexcept {
    std::uint32_t flags = 0;
    pyxis_key_flags(id_, &flags);
    return (flags & PYXIS_KEY_SECRET) != 0;
  }

  /** Whether both name the same entry. */
  friend constexpr bool operator==(key one, key other) noexcept { return one.id_ == other.id_; }
  /** Whether they name different ones. */
  friend constexpr bool operator!=(key one, key other) noexcept { return one.id_ != other.id_; }

private:
  explicit constexpr key(pyxis_key id) noexcept : id_(id) {}

  template <class... Default>
  static result<key> try_define(std::string_view name, key_flags flags, Default... default_value) {
    pyxis_key id = 0;
    pyxis_error *reason = nullptr;
    const pyxis_status status =
        entry::define(name, default_value..., static_cast<std::uint32_t>(flags), &id, &reason);
    if (status != PYXIS_OK)
      return detail::make_error(status, reason);
    return key(id);
  }

  static result<std::optional<key>> try_find(std::string_view name) {
    pyxis_key id = 0;
    pyxis_type type = 0;
    pyxis_status status = pyxis_key_find(name.data(), name.size(), &id);
    if (status == PYXIS_NOT_FOUND)
      return std::optional<key>();
    if (status == PYXIS_OK)
      status = pyxis_key_type(id, &type);
    if (status == PYXIS_OK && type != entry::type)
      status = PYXIS_ERROR_TYPE_MISMATCH;
    if (status != PYXIS_OK)
      return detail::make_error(status, id);
    return std::optional(key(id));
  }

  pyxis_key id_ = 0;
};

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_KEY_HPP
