import PyxisCore

/// A variant of windows, with the values that it is known to have.
package enum WindowVariant: CaseIterable {
  case colorScheme, contentSize, contrast

  /// The variant of a key, or nil if it is none of windows.
  package init?(key: String) {
    guard let variant = Self.allCases.first(where: { $0.key.isByteEqual(to: key) }) else {
      return nil
    }
    self = variant
  }

  /// The key.
  package var key: String {
    switch self {
    case .colorScheme: PyxisVariantKey.colorScheme
    case .contentSize: PyxisVariantKey.contentSize
    case .contrast: PyxisVariantKey.contrast
    }
  }

  /// Whether a value is a known one.
  package func isKnown(_ value: String) -> Bool {
    switch self {
    case .colorScheme: PyxisColorScheme(rawValue: value) != nil
    case .contentSize: PyxisContentSize(rawValue: value) != nil
    case .contrast: PyxisContrast(rawValue: value) != nil
    }
  }

  /// What becomes of a variant with a value that is no known one.
  package static func unknownValue(_ variant: PyxisVariant) -> PyxisVariantResult {
    .unsupported("\(variant.value.quoted()) is no value of \(variant.key).")
  }
}
