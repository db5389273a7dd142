extension PyxisBootstrapError: Hashable {
  /// Tells the cases apart.
  private var number: Int {
    switch self {
    case .unsupportedVersion: 0
    case .alreadyPrepared: 1
    case .preparationInProgress: 2
    case .malformedPayload: 3
    case .malformedReport: 4
    case .invalidReport: 5
    case .duplicateAdapter: 6
    case .unsupportedReportVersion: 7
    case .reportNotPublished: 8
    }
  }

  /// The version that is not supported, where the error has one.
  package var version: Int64? {
    switch self {
    case .unsupportedVersion(let version), .unsupportedReportVersion(let version): version
    default: nil
    }
  }

  /// Whether the cases and numbers are equal and the strings have the same UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.number == right.number && left.version == right.version && left.offset == right.offset
      && left.key.isByteEqual(to: right.key) && left.reason.isByteEqual(to: right.reason)
  }

  /// Hashes the case, the numbers and the UTF-8 bytes of the strings.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(version)
    hasher.combine(offset)
    key.hashBytes(into: &hasher)
    reason.hashBytes(into: &hasher)
  }
}
