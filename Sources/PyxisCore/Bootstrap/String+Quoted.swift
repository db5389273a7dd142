extension String {
  /// The longest part of a string that messages show, in Unicode scalars.
  private static let quotedLimit = 120

  /// The string in quotes, for messages: in one line, without controls, and cut where it is long.
  ///
  /// What a message shows may come from another process, and may end up in a terminal.
  package func quoted() -> String {
    var text = "\""
    var remaining = Self.quotedLimit
    for scalar in unicodeScalars {
      guard remaining > 0 else { return text + "…\"" }
      remaining -= 1
      if scalar == "\"" || scalar == "\\" {
        text += "\\"
        text.unicodeScalars.append(scalar)
      } else if scalar.needsEscapeInMessage {
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension Unicode.Scalar {
  /// Whether a message shows the scalar by its number, because it would move or hide other text.
  fileprivate var needsEscapeInMessage: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
