// How each type of value crosses to the library and back.
#ifndef PYXIS_ENTRY_HPP
#define PYXIS_ENTRY_HPP

#include "bytes.hpp"
#include "capability.hpp"
#include "lossless.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace pyxis {
inline namespace PYXIS_MODE {
namespace detail {

/**
 * What a key's type T is in C: one specialisation for each type that there is.
 *
 * `value` is what reading gives, `argument` what setting takes, and `borrowed` a view of a value.
 * `define` makes the key, `read` reads the effective value or that of a configuration, `view` lends
 * that of a configuration, and `write` sets it.
 */
template <class T> struct entry {
  static_assert(!sizeof(T *), "a key's type is bool, std::int64_t, double, std::string, "
                              "pyxis::bytes or pyxis::capability<T>");
};

/** What the scalars have in common; C is how a value is passed. */
template <class T, class C, auto Define, auto ReadEffective, auto Read, auto Write>
struct scalar_entry {
  using value = T;
  using argument = lossless<T>;

  static pyxis_status define(std::string_view name, argument default_value, std::uint32_t flags,
                             pyxis_key *key, pyxis_error **error) {
    return Define(name.data(), name.size(), C{default_value.value}, flags, key, error);
  }

  static pyxis_status read(pyxis_key key, T &value) {
    C stored{};
    const pyxis_status status = ReadEffective(key, &stored);
    value = static_cast<T>(stored);
    return status;
  }

  static pyxis_status read(const pyxis_configuration *configuration, pyxis_key key, T &value) {
    C stored{};
    const pyxis_status status = Read(configuration, key, &stored);
    value = static_cast<T>(stored);
    return status;
  }

  static pyxis_status write(pyxis_configuration *configuration, pyxis_key key, argument value) {
    return Write(configuration, key, C{value.value});
  }
};

template <>
struct entry<bool> : scalar_entry<bool, std::int32_t, pyxis_key_define_bool, pyxis_get_bool,
                                  pyxis_configuration_get_bool, pyxis_configuration_set_bool> {
  static constexpr pyxis_type type = PYXIS_TYPE_BOOL;
};

template <>
struct entry<std::int64_t>
    : scalar_entry<std::int64_t, std::int64_t, pyxis_key_define_int64, pyxis_get_int64,
                   pyxis_configuration_get_int64, pyxis_configuration_set_int64> {
  static constexpr pyxis_type type = PYXIS_TYPE_INT64;
};

template <>
struct entry<double>
    : scalar_entry<double, double, pyxis_key_define_double, pyxis_get_double,
                   pyxis_configuration_get_double, pyxis_configuration_set_double> {
  static constexpr pyxis_type type = PYXIS_TYPE_DOUBLE;
};

template <> struct entry<std::string> {
  using value = std::string;
  using argument = std::string_view;
  using borrowed = std::string_view;
  static constexpr pyxis_type type = PYXIS_TYPE_STRING;

  static pyxis_status define(std::string_view name, argument default_value, std::uint32_t flags,
                             pyxis_key *key, pyxis_error **error) {
    return pyxis_key_define_string(name.data(), name.size(), default_value.data(),
                                   default_value.size(), flags, key, error);
  }

  static pyxis_status read(pyxis_key key, std::string &value) {
    char text[128];
    std::size_t length = 0;
    pyxis_status status = pyxis_get_string(key, text, sizeof text, &length);
    if (status == PYXIS_OK)
      value.assign(text, length);
    // The value may be another one, and longer, each time it is read.
    while (status == PYXIS_ERROR_BUFFER_TOO_SMALL) {
      value.resize(length);
      status = pyxis_get_string(key, value.data(), value.size() + 1, &length);
      if (status == PYXIS_OK)
        value.resize(length);
    }
    return status;
  }

  static pyxis_status read(const pyxis_configuration *configuration, pyxis_key key,
                           std::string &value) {
    std::string_view stored;
    const pyxis_status status = view(configuration, key, stored);
    value = stored;
    return status;
  }

  static pyxis_status view(const pyxis_configuration *configuration, pyxis_key key,
                           std::string_view &value) {
    pyxis_string stored{};
    const pyxis_status status = pyxis_configuration_get_string(configuration, key, &stored);
    value = std::string_view(stored.data, stored.length);
    return status;
  }

  static pyxis_status write(pyxis_configuration *configuration, pyxis_key key, argument value) {
    return pyxis_configuration_set_string(configuration, key, value.data(), value.size());
  }
};

template <> struct entry<bytes> {
  using value = bytes;
  using argument = bytes_view;
  using borrowed = bytes_view;
  static constexpr pyxis_type type = PYXIS_TYPE_BYTES;

  static pyxis_status define(std::string_view name, argument default_value, std::uint32_t flags,
                             pyxis_key *key, pyxis_error **error) {
    return pyxis_key_define_bytes(name.data(), name.size(), numbers(default_value.data()),
                                  default_value.size(), flags, key, error);
  }

  static pyxis_status read(pyxis_key key, bytes &value) {
    std::size_t size = 0;
    pyxis_status status = pyxis_get_bytes(key, nullptr, 0, &size);
    // The value may be another one, and longer, each time it is read.
    while (status == PYXIS_ERROR_BUFFER_TOO_SMALL) {
      value.resize(size);
      status =
          pyxis_get_bytes(key, reinterpret_cast<std::uint8_t *>(value.data()), value.size(), &size);
    }
    if (status == PYXIS_OK)
      value.resize(size);
    return status;
  }

  static pyxis_status read(const pyxis_configuration *configuration, pyxis_key key, bytes &value) {
    bytes_view stored;
    const pyxis_status status = view(configuration, key, stored);
    value = stored.to_bytes();
    return status;
  }

  static pyxis_status view(const pyxis_configuration *configuration, pyxis_key key,
                           bytes_view &value) {
    pyxis_bytes stored{};
    const pyxis_status status = pyxis_configuration_get_bytes(configuration, key, &stored);
    value = bytes_view(reinterpret_cast<const std::byte *>(stored.data), stored.size);
    return status;
  }

  static pyxis_status write(pyxis_configuration *configuration, pyxis_key key, argument value) {
    return pyxis_configuration_set_bytes(configuration, key, numbers(value.data()), value.size());
  }

private:
  static const std::uint8_t *numbers(const std::byte *data) {
    return reinterpret_cast<const std::uint8_t *>(data);
  }
};

template <class T> struct entry<capability<T>> {
  using value = std::shared_ptr<T>;
  using argument = std::shared_ptr<T>;
  static constexpr pyxis_type type = PYXIS_TYPE_CAPABILITY;

  static pyxis_status define(std::string_view name, std::uint32_t flags, pyxis_key *key,
                             pyxis_error **error) {
    return pyxis_key_define_capability(name.data(), name.size(), flags, key, error);
  }

  static pyxis_status read(pyxis_key key, value &value) {
    pyxis_configuration *captured = nullptr;
    const pyxis_status status = pyxis_configuration_capture(&captured);
    return status == PYXIS_OK ? share(captured, key, value) : status;
  }

  static pyxis_status read(const pyxis_configuration *configuration, pyxis_key key, value &value) {
    pyxis_configuration *copied = nullptr;
    const pyxis_status status = pyxis_configuration_copy(configuration, &copied);
    return status == PYXIS_OK ? share(copied, key, value) : status;
  }

  static pyxis_status write(pyxis_configuration *configuration, pyxis_key key, argument value) {
    void *address = const_cast<std::remove_cv_t<T> *>(value.get());
    if (address == nullptr)
      return pyxis_configuration_set_capability(configuration, key, nullptr, nullptr);
    capability_shares<T>::keep(std::move(value));
    // It is given up on every path from here on, also if the call fails.
    return pyxis_configuration_set_capability(configuration, key, address,
                                              capability_shares<T>::give_up);
  }

private:
  /** Makes a share of a service out of the configuration that holds it, whoever set it. */
  static pyxis_status share(pyxis_configuration *owned, pyxis_key key, value &value) {
    const std::shared_ptr<pyxis_configuration> holder(
        owned, releaser<pyxis_configuration, pyxis_configuration_release>());
    void *address = nullptr;
    const pyxis_status status = pyxis_configuration_get_capability(owned, key, &address);
    value = address == nullptr ? nullptr : std::shared_ptr<T>(holder, static_cast<T *>(address));
    return status;
  }
};

} // namespace detail
} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_ENTRY_HPP
