// What went wrong in one call.
#ifndef PYXIS_ERROR_HPP
#define PYXIS_ERROR_HPP

#include <pyxis.h>

#include "mode.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pyxis {
inline namespace PYXIS_MODE {

/**
 * What went wrong in one call: a status, a sentence, and where it applies a key and an offset.
 *
 * Functions throw it, or return it in a pyxis::result where there are no exceptions. Copying one
 * never throws. Thread: any, as for any value.
 */
class error : public std::runtime_error {
public:
  /** Makes an error of a status, with the library's own sentence for it. */
  explicit error(pyxis_status status)
      : std::runtime_error(pyxis_status_text(status)), status_(status) {}

  /**
   * Makes an error.
   *
   * `message`: a sentence. `key`: the key or variant that it is about, copied. `offset`: where it
   * is in the text that was read, in bytes. `version`: the payload's, where that is not known.
   */
  error(pyxis_status status, const std::string &message, std::optional<std::string_view> key = {},
        std::optional<std::size_t> offset = {}, std::optional<std::int64_t> version = {})
      : std::runtime_error(message), status_(status),
        key_(key ? std::make_shared<const std::string>(*key) : nullptr), offset_(offset),
        version_(version) {}

  /** The status that the failed call returned: one of PYXIS_ERROR_…. */
  pyxis_status status() const noexcept { return status_; }

  /** The name of the key or variant that the error is about; borrowed from this error. */
  std::optional<std::string_view> key() const noexcept {
    if (!key_)
      return std::nullopt;
    return *key_;
  }

  /** The offset, in bytes from the start of the text that was read, of what was wrong there. */
  std::optional<std::size_t> offset() const noexcept { return offset_; }

  /** The version of a launch payload whose version is not known here. */
  std::optional<std::int64_t> version() const noexcept { return version_; }

private:
  pyxis_status status_;
  std::shared_ptr<const std::string> key_;
  std::optional<std::size_t> offset_;
  std::optional<std::int64_t> version_;
};

namespace detail {

/** A view that the library lent; empty for an absent text. */
inline std::string_view view(const pyxis_string &text) noexcept { return {text.data, text.length}; }

/** A copy of a text that may be absent. */
inline std::optional<std::string> copy(const pyxis_string &text) {
  if (text.data == nullptr)
    return std::nullopt;
  return std::string(text.data, text.length);
}

/** Releases what a handle refers to: the deleter of `handle`. */
template <class Object, pyxis_status (*Release)(Object *)> struct releaser {
  void operator()(Object *object) const noexcept { Release(object); }
};

/** Owns a handle of the library. Its value is no address: it is only ever passed back. */
template <class Object, pyxis_status (*Release)(Object *)>
using handle = std::unique_ptr<Object, releaser<Object, Release>>;

/** Makes an error of what a failed call returned; `object` may be NULL and is taken over. */
inline error make_error(pyxis_status status, pyxis_error *object) {
  const handle<pyxis_error, pyxis_error_release> owned(object);
  pyxis_string message{};
  if (pyxis_error_message(object, &message) != PYXIS_OK)
    return error(status);
  pyxis_string key{};
  std::size_t offset = 0;
  const bool has_key = pyxis_error_key(object, &key) == PYXIS_OK;
  const bool has_offset = pyxis_error_offset(object, &offset) == PYXIS_OK;
  std::int64_t version = 0;
  const bool has_version = pyxis_error_version(object, &version) == PYXIS_OK;
  return error(status, std::string(view(message)),
               has_key ? std::optional(view(key)) : std::nullopt,
               has_offset ? std::optional(offset) : std::nullopt,
               has_version ? std::optional(version) : std::nullopt);
}

/** Makes an error of a failed call about a key; the error names it if there is such a key. */
inline error make_error(pyxis_status status, pyxis_key key) {
  pyxis_string name{};
  if (pyxis_key_name(key, &name) != PYXIS_OK)
    return error(status);
  return error(status, pyxis_status_text(status), view(name));
}

} // namespace detail
} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_ERROR_HPP
