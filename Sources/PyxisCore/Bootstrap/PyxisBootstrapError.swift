/// Why a launch payload was not accepted, a preparation did not happen or a report is no report.
///
/// Errors are equal if their cases and numbers are and their strings have the same UTF-8 bytes.
public enum PyxisBootstrapError: Error, Sendable {
  /// The launch payload is well-formed and has a version that this library does not know.
  case unsupportedVersion(Int64)

  /// The process was prepared before, and is prepared at most once (R12).
  case alreadyPrepared

  /// Another preparation is under way, in this thread or another one (R12).
  case preparationInProgress

  /// The launch payload is not what the contract says.
  ///
  /// - Parameters:
  ///   - reason: What is wrong, as a clause without a full stop.
  ///   - offset: The byte of the text that is wrong, or `nil` where there is no text.
  case malformedPayload(reason: String, offset: Int?)

  /// The text of a report is not what the contract says.
  ///
  /// - Parameters:
  ///   - reason: What is wrong, as a clause without a full stop.
  ///   - offset: The byte of the text that is wrong, or `nil` where there is no text.
  case malformedReport(reason: String, offset: Int?)

  /// A result of a report lacks what its status needs (R15), or its key cannot be written.
  ///
  /// - Parameters:
  ///   - key: The key of the result.
  ///   - reason: What is wrong, as a clause without a full stop.
  case invalidReport(key: String, reason: String)

  /// A published report is well-formed and has a version that this library does not know.
  case unsupportedReportVersion(Int64)

  /// The report could not be published in the directory that the runner named.
  ///
  /// - Parameter reason: What went wrong, as a clause without a full stop.
  case reportNotPublished(reason: String)

  /// Two adapters were given for one key.
  ///
  /// - Parameter key: The key.
  case duplicateAdapter(key: String)
}

extension PyxisBootstrapError {
  /// What is wrong, as a clause without a full stop, where the error has one.
  public var reason: String? {
    switch self {
    case .malformedPayload(let reason, _), .malformedReport(let reason, _),
      .invalidReport(_, let reason), .reportNotPublished(let reason):
      reason
    case .unsupportedVersion, .unsupportedReportVersion, .alreadyPrepared, .preparationInProgress,
      .duplicateAdapter:
      nil
    }
  }

  /// The variant key at fault, where the error has one.
  public var key: String? {
    switch self {
    case .invalidReport(let key, _), .duplicateAdapter(let key): key
    case .unsupportedVersion, .unsupportedReportVersion, .alreadyPrepared, .preparationInProgress,
      .malformedPayload, .malformedReport, .reportNotPublished:
      nil
    }
  }

  /// The byte of the text that is wrong, where the error has one.
  public var offset: Int? {
    switch self {
    case .malformedPayload(_, let offset), .malformedReport(_, let offset): offset
    case .unsupportedVersion, .unsupportedReportVersion, .alreadyPrepared, .preparationInProgress,
      .invalidReport, .reportNotPublished, .duplicateAdapter:
      nil
    }
  }
}
