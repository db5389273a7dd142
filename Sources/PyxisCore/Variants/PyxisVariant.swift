/// One requested variant: a key and the value that is asked for.
///
/// Two variants are equal if their keys and values have the same UTF-8 bytes, in every language.
/// Strings that are only canonically equivalent (a composed and a decomposed `é`) differ.
///
/// Use the factories for the known variants, which spell the keys and values:
///
/// ```swift
/// let variants: PyxisVariants = [.colorScheme(.dark), .locale("pl_PL"), .custom("plan", "Gold")]
/// ```
public struct PyxisVariant: Hashable, Sendable, CustomStringConvertible {
  /// The key: segments in lower snake case, joined by dots.
  public let key: String

  /// The requested value, with its exact spelling.
  public let value: String

  /// Makes a variant of any key and value.
  ///
  /// - Parameters:
  ///   - key: The key. A launch payload carries only keys that are not empty and have no NUL.
  ///   - value: The value, which is never normalised.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// Whether both keys and both values have the same UTF-8 bytes.
  @inline(never)  // Comparing bytes is much code, and collections compare in several places.
  public static func == (left: Self, right: Self) -> Bool {
    left.key.isByteEqual(to: right.key) && left.value.isByteEqual(to: right.value)
  }

  /// Hashes the UTF-8 bytes of the key and the value.
  public func hash(into hasher: inout Hasher) {
    key.hashBytes(into: &hasher)
    value.hashBytes(into: &hasher)
  }

  /// The key and the value, as `"color_scheme": "dark"`.
  public var description: String {
    "\(key.quoted()): \(Secrets.redact(value, ofKey: key).quoted())"
  }
}
