// Preparing the process from its launch payload.
#ifndef PYXIS_PREPARATION_HPP
#define PYXIS_PREPARATION_HPP

#include "adapter.hpp"

#include <optional>
#include <string>
#include <vector>

namespace pyxis {
inline namespace PYXIS_MODE {

/** How to prepare. What is not set is left out. */
struct prepare_options {
  /** At most one for a key. Those of variants that were not requested do not run. */
  std::vector<adapter> adapters{};
  /** Fills the staged configuration, which shows what was requested; runs before the adapters. */
  configure_function configure{};
  /** `NAME=VALUE` strings in place of the process environment; may be empty, and have no NUL. */
  std::optional<std::vector<std::string>> environment{};
  /** Prepare on any thread: without it, all but the main thread are refused (R16). */
  bool any_thread = false;
};

namespace detail {

/** `NAME=VALUE` strings as the library takes them, borrowed; NULL for none. */
class environment_block {
public:
  explicit environment_block(const std::optional<std::vector<std::string>> &entries) {
    if (!entries)
      return;
    for (const std::string &entry : *entries) {
      has_nul_ = has_nul_ || entry.find('\0') != std::string::npos;
      strings_.push_back(entry.c_str());
    }
    strings_.push_back(nullptr);
  }

  bool has_nul() const noexcept { return has_nul_; }
  const char *const *data() const noexcept { return strings_.empty() ? nullptr : strings_.data(); }

private:
  std::vector<const char *> strings_;
  bool has_nul_ = false;
};

/** `apply`; NULL is the effective configuration. */
inline outcome<std::optional<report>> apply(const pyxis_configuration *configuration,
                                            const std::vector<adapter> &adapters) {
  using applied = std::optional<report>;
  const std::vector<pyxis_adapter> borrowed = borrow(adapters);
  pyxis_report *made = nullptr;
  pyxis_error *reason = nullptr;
  const pyxis_status status =
      pyxis_apply(configuration, borrowed.data(), borrowed.size(), &made, &reason);
  if (status == PYXIS_OK)
    return applied(made);
  if (status == PYXIS_NOT_PREPARED)
    return applied();
  return fail<applied>(make_error(status, reason));
}

} // namespace detail

/**
 * Prepares the process from its launch payload: once, completely or not at all.
 *
 * ```cpp
 * #include <pyxis.hpp>
 * #include <iostream>
 *
 * int main() {
 *   const pyxis::key<std::string> status{"subscription.status", "none"};
 *   pyxis::prepare_options options;
 *   options.adapters.emplace_back("color_scheme", [](const pyxis::variant &variant) {
 *     return pyxis::variant_result::applied(std::string(variant.value));
 *   });
 *   options.configure = [&](pyxis::staged_configuration &staged) {
 *     staged.set(status, staged.requested().find("subscription.status").value_or("none"));
 *   };
 *   if (const auto report = pyxis::prepare(options))
 *     std::cout << report->encode() << '\n';
 * }
 * ```
 *
 * Returns the report; nothing if the environment has no payload, and then nothing ran (R8). Else
 * `configure` fills the staged configuration, the adapters of requested variants run in the order
 * of their keys' bytes, and configuration and report are published together (R9, R10). If the
 * launch wants reports, the report goes to its runner too; see `publish`. `options` is only used
 * during the call: what its callables own is the caller's.
 *
 * What `configure` throws, or returns as an error, is what this throws or returns. Else it fails
 * with PYXIS_ERROR_INVALID_ARGUMENT (an adapter without key, two for one key, a NUL in the
 * environment), PYXIS_ERROR_INVALID_UTF8, PYXIS_ERROR_WRONG_THREAD, PYXIS_ERROR_MALFORMED_PAYLOAD
 * with an offset, PYXIS_ERROR_UNSUPPORTED_VERSION, PYXIS_ERROR_ALREADY_PREPARED,
 * PYXIS_ERROR_PREPARATION_IN_PROGRESS, PYXIS_ERROR_INVALID_REPORT with the key, or
 * PYXIS_ERROR_LIMIT_REACHED. A failure publishes nothing, and a corrected call may follow (R13);
 * only a report for which there is no handle left is published all the same.
 *
 * Thread: the main thread, or any with `any_thread`.
 */
inline outcome<std::optional<report>> prepare(const prepare_options &options = {}) {
  using prepared = std::optional<report>;
  const std::vector<pyxis_adapter> adapters = detail::borrow(options.adapters);
  const detail::environment_block environment(options.environment);
  if (environment.has_nul())
    return detail::fail<prepared>(
        error(PYXIS_ERROR_INVALID_ARGUMENT, "A string of the environment has a NUL."));
  detail::configure_call configure{options.configure};

  pyxis_prepare_options passed{};
  passed.struct_size = sizeof passed;
  passed.flags = options.any_thread ? PYXIS_PREPARE_ANY_THREAD : 0;
  passed.environment = environment.data();
  passed.adapters = adapters.data();
  passed.adapter_count = adapters.size();
  passed.configure = options.configure ? detail::configure_call::call : nullptr;
  passed.configure_user_data = &configure;

  pyxis_report *published = nullptr;
  pyxis_error *reason = nullptr;
  const pyxis_status status = pyxis_prepare(&passed, &published, &reason);
  if (status == PYXIS_OK)
    return prepared(published);
  if (status == PYXIS_NO_PAYLOAD)
    return prepared();
  error failure = detail::make_error(status, reason);
#ifndef PYXIS_NO_EXCEPTIONS
  if (configure.thrown)
    std::rethrow_exception(configure.thrown);
#endif
  return detail::fail<prepared>(configure.ending ? failure : configure.ending.error());
}

/**
 * Applies requested variants once more, as to a window that opened later (R24).
 *
 * Runs the adapters whose keys the launch requested, in the order of the keys' bytes, with
 * `configuration` in force, whatever scope surrounds the call. Returns the process report with the
 * results of those keys replaced; nothing if the process is not prepared, and then no adapter ran.
 * The process report and the process default do not change, and the call may be repeated. If the
 * launch wants reports, the new one is published; see `publish`.
 *
 * Fails with PYXIS_ERROR_INVALID_ARGUMENT, PYXIS_ERROR_INVALID_UTF8, PYXIS_ERROR_INVALID_HANDLE,
 * PYXIS_ERROR_INVALID_REPORT with the key, or PYXIS_ERROR_LIMIT_REACHED. Thread: any.
 */
inline outcome<std::optional<report>> apply(const any_configuration &configuration,
                                            const std::vector<adapter> &adapters) {
  using applied = std::optional<report>;
  if (!configuration.valid()) // To the library, NULL is the effective one.
    return detail::fail<applied>(error(PYXIS_ERROR_INVALID_HANDLE));
  return detail::apply(configuration.handle(), adapters);
}

/** Applies requested variants once more, with the effective configuration; see the other one. */
inline outcome<std::optional<report>> apply(const std::vector<adapter> &adapters) {
  return detail::apply(nullptr, adapters);
}

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_PREPARATION_HPP
