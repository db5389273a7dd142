/// What a report says about one variant: a status, with the value in force or the reason for none.
///
/// Two results are equal if their statuses are and their strings have the same UTF-8 bytes.
public struct PyxisVariantResult: Hashable, Sendable, CustomStringConvertible {
  /// What became of the variant.
  public let status: PyxisVariantStatus

  /// The value that is in force, as far as it is known.
  public let value: String?

  /// Why the variant is not in force, or not known to be.
  public let reason: String?

  /// Makes a result, valid or not.
  ///
  /// - Parameters:
  ///   - status: What became of the variant.
  ///   - value: The value in force; applied and observed results need one.
  ///   - reason: The reason; unsupported and unverified results need one.
  public init(status: PyxisVariantStatus, value: String? = nil, reason: String? = nil) {
    self.status = status
    self.value = value
    self.reason = reason
  }

  /// The variant was applied, with the value that is in force now.
  public static func applied(_ value: String) -> Self {
    Self(status: .applied, value: value)
  }

  /// The variant was found in force, with the value that was seen.
  public static func observed(_ value: String) -> Self {
    Self(status: .observed, value: value)
  }

  /// The variant cannot be applied, for a reason.
  public static func unsupported(_ reason: String) -> Self {
    Self(status: .unsupported, reason: reason)
  }

  /// It is not known whether the variant is in force, for a reason.
  public static func unverified(_ reason: String) -> Self {
    Self(status: .unverified, reason: reason)
  }

  /// Whether the result has the value or the reason, empty or not, that its status needs (R15).
  public var isValid: Bool {
    switch status {
    case .applied, .observed: value != nil
    case .unsupported, .unverified: reason != nil
    }
  }

  /// What the result lacks, as a clause, or `nil` where it is valid.
  var fault: String? {
    if isValid { return nil }
    return switch status {
    case .applied, .observed: "an \(status.rawValue) result needs a value"
    case .unsupported, .unverified: "an \(status.rawValue) result needs a reason"
    }
  }

  /// Whether the statuses are equal and the strings have the same UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.value.isByteEqual(to: right.value)
      && left.reason.isByteEqual(to: right.reason)
  }

  /// Hashes the status and the UTF-8 bytes of the strings.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    value.hashBytes(into: &hasher)
    reason.hashBytes(into: &hasher)
  }

  /// The status, and what there is of value and reason, as `applied "dark"`.
  public var description: String {
    var text = status.rawValue
    if let value { text += " \(value.quoted())" }
    if let reason { text += " (\(reason.quoted()))" }
    return text
  }
}
