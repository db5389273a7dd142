// What became of the variants.
#ifndef PYXIS_REPORT_HPP
#define PYXIS_REPORT_HPP

#include "variants.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pyxis {
inline namespace PYXIS_MODE {

/** What became of one variant. */
enum class variant_status : pyxis_variant_status {
  /** The host applied the variant; the result has the value that is in force. */
  applied = PYXIS_VARIANT_APPLIED,
  /** The host found the variant's value in force already; the result has that value. */
  observed = PYXIS_VARIANT_OBSERVED,
  /** The host cannot do this; the result has a reason. */
  unsupported = PYXIS_VARIANT_UNSUPPORTED,
  /** Nobody knows whether it is in force; the result has a reason. */
  unverified = PYXIS_VARIANT_UNVERIFIED,
};

/** The word for a status in a report, such as "applied"; empty for none of them. */
constexpr std::string_view to_string(variant_status status) noexcept {
  switch (status) {
  case variant_status::applied:
    return "applied";
  case variant_status::observed:
    return "observed";
  case variant_status::unsupported:
    return "unsupported";
  case variant_status::unverified:
    return "unverified";
  }
  return {};
}

/**
 * What became of one variant, with the value that is in force or the reason why it is not.
 *
 * Applied and observed have a value, the others a reason (R15); the functions below make no other.
 */
struct variant_result {
  /** What became of it. */
  variant_status status = variant_status::unverified;
  /** The value that is in force. */
  std::optional<std::string> value{};
  /** Why it is not in force, or not known to be. */
  std::optional<std::string> reason{};

  /** The host applied the variant, and `value` is in force now. */
  static variant_result applied(std::string value) {
    return {variant_status::applied, std::move(value), std::nullopt};
  }
  /** The host found `value` in force already. */
  static variant_result observed(std::string value) {
    return {variant_status::observed, std::move(value), std::nullopt};
  }
  /** The host cannot do this, because of `reason`. */
  static variant_result unsupported(std::string reason) {
    return {variant_status::unsupported, std::nullopt, std::move(reason)};
  }
  /** Nobody knows whether it is in force, because of `reason`. */
  static variant_result unverified(std::string reason) {
    return {variant_status::unverified, std::nullopt, std::move(reason)};
  }

  /** Whether both say the same. */
  friend bool operator==(const variant_result &one, const variant_result &other) {
    return one.status == other.status && one.value == other.value && one.reason == other.reason;
  }
  /** Whether they differ. */
  friend bool operator!=(const variant_result &one, const variant_result &other) {
    return !(one == other);
  }
};

/** A variant's result in a report; the key is borrowed from the report, the result is a copy. */
struct reported_variant {
  /** The variant's key. */
  std::string_view key;
  /** What became of it. */
  variant_result result;
};

/**
 * What became of each variant, in the order of the keys' bytes. It never changes.
 *
 * It can be moved, not copied; what was moved from is empty, and encoding it is
 * PYXIS_ERROR_INVALID_HANDLE. Thread: any, as for any value.
 */
class report {
public:
  using handle_type = pyxis_report;
  using value_type = reported_variant;
  using iterator = detail::position_iterator<report>;
  using const_iterator = iterator;

  /** Takes over a handle of the C functions. */
  explicit report(pyxis_report *owned) noexcept : handle_(owned) {}

  /**
   * Decodes a report from JSON, strictly, and checks it (R15).
   *
   * Fails with PYXIS_ERROR_MALFORMED_REPORT and an offset, PYXIS_ERROR_INVALID_REPORT and the key,
   * or PYXIS_ERROR_LIMIT_REACHED.
   */
  static outcome<report> decode(std::string_view text) {
    return detail::deliver(
        detail::make_explained<report>(pyxis_report_decode, text.data(), text.size()));
  }

  /**
   * Encodes the report as JSON.
   *
   * Fails with PYXIS_ERROR_INVALID_REPORT if two keys are canonically equivalent, which `covering`
   * may bring about, or with PYXIS_ERROR_LIMIT_REACHED.
   */
  outcome<buffer> encode() const {
    return detail::deliver(detail::make_explained<buffer>(pyxis_report_encode, handle()));
  }

  /**
   * A report with every requested variant: the missing ones are unverified in it (R25).
   *
   * Fails with PYXIS_ERROR_LIMIT_REACHED, or PYXIS_ERROR_INVALID_HANDLE for variants that were
   * moved from.
   */
  outcome<report> covering(const variants &requested) const {
    return detail::deliver(
        detail::make<report>(pyxis_report_covering, handle(), requested.handle()));
  }

  /** What became of a variant, or nothing if it is not there. Fails: PYXIS_ERROR_INVALID_UTF8. */
  outcome<std::optional<variant_result>> find(std::string_view key) const {
    using found = std::optional<variant_result>;
    pyxis_variant_status word = 0;
    pyxis_string value{};
    pyxis_string reason{};
    const pyxis_status status =
        pyxis_report_find(handle(), key.data(), key.size(), &word, &value, &reason);
    if (status == PYXIS_NOT_FOUND)
      return found();
    if (status != PYXIS_OK)
      return detail::fail<found>(error(status));
    return found(variant_result{static_cast<variant_status>(word), detail::copy(value),
                                detail::copy(reason)});
  }

  /** The number of variants. */
  std::size_t size() const noexcept {
    std::size_t count = 0;
    pyxis_report_count(handle(), &count);
    return count;
  }

  /** Whether there is none. */
  bool empty() const noexcept { return size() == 0; }

  /** The variant at a position below `size()`; at no position it has no key. */
  reported_variant operator[](std::size_t position) const {
    pyxis_string key{};
    pyxis_variant_status word = PYXIS_VARIANT_UNVERIFIED;
    pyxis_string value{};
    pyxis_string reason{};
    pyxis_report_at(handle(), position, &key, &word, &value, &reason);
    return {detail::view(key),
            {static_cast<variant_status>(word), detail::copy(value), detail::copy(reason)}};
  }

  /** The first variant. */
  iterator begin() const noexcept { return {*this, 0}; }
  /** The end of the variants. */
  iterator end() const noexcept { return {*this, size()}; }

  /** Whether there is something behind it: it was not moved from. */
  bool valid() const noexcept { return handle_ != nullptr; }

  /** The handle for the C functions; borrowed. */
  pyxis_report *handle() const noexcept { return handle_.get(); }

private:
  detail::handle<pyxis_report, pyxis_report_release> handle_;
};

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_REPORT_HPP
