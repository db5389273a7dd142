extension PyxisBootstrapError: CustomStringConvertible {
  /// What was wrong and where, as a sentence.
  public var description: String {
    switch self {
    case .unsupportedVersion(let version):
      "The launch payload has version \(version); "
        + "only version \(PyxisVariants.payloadVersion) is supported."
    case .alreadyPrepared:
      "The process is already prepared; it can be prepared only once."
    case .preparationInProgress:
      "Another preparation of the process is in progress."
    case .malformedPayload(let reason, let offset):
      "The launch payload is malformed\(Self.place(offset)): \(reason)."
    case .malformedReport(let reason, let offset):
      "The report is malformed\(Self.place(offset)): \(reason)."
    case .invalidReport(let key, let reason):
      "The report is invalid for the variant \(key.quoted()): \(reason)."
    case .unsupportedReportVersion(let version):
      "The published report has version \(version); "
        + "only version \(PyxisReportEnvelope.version) is supported."
    case .reportNotPublished(let reason):
      "The report could not be published: \(reason)."
    case .duplicateAdapter(let key):
      "Two adapters have the key \(key.quoted())."
    }
  }

  /// The place of a byte, as ` at byte 17`, or nothing.
  private static func place(_ offset: Int?) -> String {
    offset.map { " at byte \($0)" } ?? ""
  }
}
