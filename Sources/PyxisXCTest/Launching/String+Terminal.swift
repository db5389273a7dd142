extension String {
  /// The text for a terminal or a log: lines stay, other controls are shown as `\u{1B}`.
  func withoutTerminalControls() -> String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "\n" || scalar == "\t" || !scalar.isControl {
        result.append(scalar)
      } else {
        result.append(
          contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar may move, hide or reorder other text.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}
