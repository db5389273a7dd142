// Bringing reports to the runner.
#ifndef PYXIS_PUBLISHING_HPP
#define PYXIS_PUBLISHING_HPP

#include "report.hpp"

#include <cstdint>
#include <optional>

namespace pyxis {
inline namespace PYXIS_MODE {

namespace detail {

/** `publish`; NULL is the report that the process was prepared with. */
inline outcome<std::optional<std::int64_t>> publish(const pyxis_report *report) {
  using number = std::optional<std::int64_t>;
  std::int64_t sequence = 0;
  pyxis_error *reason = nullptr;
  const pyxis_status status = pyxis_report_publish(report, &sequence, &reason);
  if (status == PYXIS_OK)
    return number(sequence);
  if (status == PYXIS_NO_REPORT_DIRECTORY)
    return number();
  return fail<number>(make_error(status, reason));
}

} // namespace detail

/**
 * Publishes the report that the process was prepared with, for the runner that launched it.
 *
 * `prepare` and `apply` publish by themselves, and leave a failure to the diagnostic handler, since
 * what they did stands. This tries again, and says what happened.
 *
 * Returns the report's number: 0 for the first that this process published or tried to. Nothing if
 * nobody asked for reports: neither PYXIS_REPORT_DIR nor PYXIS_RUN_ID is set. See
 * pyxis_report_publish() for where the report goes.
 *
 * Fails with PYXIS_NOT_PREPARED if the process is not prepared, with
 * PYXIS_ERROR_REPORT_NOT_PUBLISHED, or with PYXIS_ERROR_INVALID_REPORT and the key if two keys are
 * canonically equivalent. Thread: any.
 */
inline outcome<std::optional<std::int64_t>> publish() { return detail::publish(nullptr); }

/** Publishes a report, such as one that the host made itself; see the other one. */
inline outcome<std::optional<std::int64_t>> publish(const report &report) {
  if (!report.valid()) // To the library, NULL is that of the preparation.
    return detail::fail<std::optional<std::int64_t>>(error(PYXIS_ERROR_INVALID_HANDLE));
  return detail::publish(report.handle());
}

} // namespace PYXIS_MODE
} // namespace pyxis

#endif // PYXIS_PUBLISHING_HPP
