import PyxisCore

/// Host code that applies one requested variant and says what became of it.
///
/// ```swift
/// let colorScheme = PyxisAdapter("color_scheme") { variant in
///   guard let scheme = PyxisColorScheme(rawValue: variant.value) else {
///     return .unsupported("'\(variant.value)' is no color scheme.")
///   }
///   theme.scheme = scheme
///   return .applied(theme.scheme.rawValue)
/// }
/// ```
public struct PyxisAdapter: Sendable {
  /// Applies a variant; what it throws makes the variant unverified (R14).
  public typealias Apply = @MainActor @Sendable (PyxisVariant) throws -> PyxisVariantResult

  /// The key of the variant that it applies.
  public let key: String

  /// Applies the variant.
  public let apply: Apply

  /// Makes an adapter.
  ///
  /// - Parameters:
  ///   - key: The key of the variant that it applies, such as ``PyxisVariantKey/colorScheme``.
  ///   - apply: Runs once if the variant was requested, with the staged configuration in force
  ///     (R10); says what is true now, not what was tried.
  public init(_ key: String, apply: @escaping Apply) {
    self.key = key
    self.apply = apply
  }
}
