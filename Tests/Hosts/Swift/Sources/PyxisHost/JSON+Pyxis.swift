// The library's values as JSON, in the form that all hosts print.

import PyxisRuntime

/// Variants as an object, in their order.
func json(_ variants: PyxisVariants) -> JSON {
  .object(variants.map { ($0.key, .string($0.value)) })
}

/// A report as an object, in its order.
func json(_ report: PyxisBootstrapReport) -> JSON {
  .object(report.map { ($0.key, json($0.result)) })
}

private func json(_ result: PyxisVariantResult) -> JSON {
  let members = [
    ("status", result.status.rawValue), ("value", result.value), ("reason", result.reason),
  ]
  return .object(members.compactMap { name, text in text.map { (name, .string($0)) } })
}

/// An error under the name that `pyxis.h` has for it.
func json(_ error: any Error) -> JSON {
  let pyxis = error as? PyxisBootstrapError
  return .object([
    ("status", .string(pyxis.map(statusName) ?? "PYXIS_ERROR_CONFIGURE_FAILED")),
    ("offset", pyxis?.offset.map(JSON.integer) ?? .null),
    ("key", JSON(pyxis?.key)),
  ])
}

private func statusName(of error: PyxisBootstrapError) -> String {
  switch error {
  case .unsupportedVersion, .unsupportedReportVersion: "PYXIS_ERROR_UNSUPPORTED_VERSION"
  case .alreadyPrepared: "PYXIS_ERROR_ALREADY_PREPARED"
  case .preparationInProgress: "PYXIS_ERROR_PREPARATION_IN_PROGRESS"
  case .malformedPayload: "PYXIS_ERROR_MALFORMED_PAYLOAD"
  case .malformedReport: "PYXIS_ERROR_MALFORMED_REPORT"
  case .invalidReport: "PYXIS_ERROR_INVALID_REPORT"
  case .reportNotPublished: "PYXIS_ERROR_REPORT_NOT_PUBLISHED"
  case .duplicateAdapter: "PYXIS_ERROR_INVALID_ARGUMENT"
  }
}
