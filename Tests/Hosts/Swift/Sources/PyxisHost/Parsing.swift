// Reads requested values, as strictly as the other hosts do.

/// A requested value that is not of its entry's type.
struct MalformedValue: Error, CustomStringConvertible {
  let text: String
  let type: String

  var description: String { "\"\(text)\" is not \(type)" }
}

/// Reads `-?[0-9]+` within the range of 64 bits, and nothing else.
func parseInteger(_ text: String) throws -> Int {
  guard text.utf8.first != UInt8(ascii: "+"), let value = Int(text) else {
    throw MalformedValue(text: text, type: "an integer")
  }
  return value
}

/// Reads a finite number as JSON writes it, and nothing else.
func parseNumber(_ text: String) throws -> Double {
  let number = #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/#
  let isNumber = text.wholeMatch(of: number.matchingSemantics(.unicodeScalar)) != nil
  guard isNumber, let value = Double(text), value.isFinite else {
    throw MalformedValue(text: text, type: "a number")
  }
  return value
}

/// Reads `true` or `false`, and nothing else.
func parseBoolean(_ text: String) throws -> Bool {
  guard let value = Bool(text) else { throw MalformedValue(text: text, type: "a boolean") }
  return value
}
