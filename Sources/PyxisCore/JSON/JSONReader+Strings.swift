extension JSONReader {
  /// Reads a string.
  ///
  /// - Returns: The string, as a place in the text.
  /// - Throws: `JSONError` where the next value is not a string or the string is malformed.
  /// - Complexity: O(length of the string).
  @inline(__always)
  package mutating func readString() throws(JSONError) -> JSONString {
    skipWhitespace()
    guard isAt(ASCII.quote) else { throw expected("a string") }
    return try scanString()
  }

  /// Whether a string has the bytes of another one, after unescaping.
  ///
  /// - Parameters:
  ///   - string: A string that this reader read.
  ///   - other: What to compare it with.
  package func isEqual(_ string: JSONString, _ other: String) -> Bool {
    if string.hasEscapes { return text(of: string).isByteEqual(to: other) }
    let content = string.content(in: bytes)
    return other.withBytes { $0.isByteEqual(to: content) }
  }

  /// Makes the text of a string, unescaped and otherwise byte for byte as it was written.
  ///
  /// - Parameter string: A string that this reader read.
  /// - Complexity: O(length of the string).
  @inline(__always)
  package func text(of string: JSONString) -> String {
    string.text(in: bytes)
  }

  /// Reads the string whose opening quote is the next byte.
  @inline(__always)
  mutating func scanString() throws(JSONError) -> JSONString {
    let start = position &+ 1
    let run = ByteScan.plainRun(in: bytes, from: start)
    guard run.isASCII, run.end < bytes.count, bytes[run.end] == ASCII.quote else {
      return try scanUnusualString(from: start, firstRun: run)
    }
    position = run.end &+ 1
    return JSONString(start: start, end: run.end, hasEscapes: false, isASCII: true)
  }

  /// Reads a string that has escapes, bytes beyond ASCII or a fault.
  @inline(never)
  private mutating func scanUnusualString(
    from start: Int, firstRun: (end: Int, isASCII: Bool)
  ) throws(JSONError) -> JSONString {
    var run = firstRun
    var cursor = start
    var isASCII = true
    var hasEscapes = false
    while true {
      if !run.isASCII {
        isASCII = false
        if let offset = UTF8Validation.firstInvalid(in: bytes, cursor..<run.end) {
          throw JSONError("a string has invalid UTF-8", at: offset)
        }
      }
      guard run.end < bytes.count else { throw endInString(from: start) }
      switch bytes[run.end] {
      case ASCII.quote:
        position = run.end &+ 1
        return JSONString(start: start, end: run.end, hasEscapes: hasEscapes, isASCII: isASCII)
      case ASCII.backslash:
        hasEscapes = true
        cursor = try scanEscape(at: run.end, inStringFrom: start)
      default:
        throw JSONError("a string has a control character that is not escaped", at: run.end)
      }
      run = ByteScan.plainRun(in: bytes, from: cursor)
    }
  }

  /// The error for a text that ends before a string does.
  private func endInString(from start: Int) -> JSONError {
    JSONError("a string has no closing quote", at: start &- 1)
  }

  /// Checks the escape at an offset, and returns the offset after it.
  private func scanEscape(
    at backslash: Int, inStringFrom start: Int
  ) throws(JSONError) -> Int {
    guard backslash &+ 1 < bytes.count else { throw endInString(from: start) }
    switch bytes[backslash &+ 1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return backslash &+ 2
    case UInt8(ascii: "u"):
      break
    default:
      throw JSONError("a string has an unknown escape", at: backslash)
    }
    switch try scanCodeUnit(at: backslash, inStringFrom: start) {
    case 0xD800...0xDBFF:
      let second = backslash &+ 6
      guard second &+ 1 < bytes.count else {
        // The text ends before the other half can be seen, or before the string's end.
        guard second == bytes.count || bytes[second] == ASCII.backslash else {
          throw JSONError("a string has a lone surrogate", at: backslash)
        }
        throw endInString(from: start)
      }
      guard
        bytes[second] == ASCII.backslash, bytes[second &+ 1] == UInt8(ascii: "u"),
        case 0xDC00...0xDFFF = try scanCodeUnit(at: second, inStringFrom: start)
      else { throw JSONError("a string has a lone surrogate", at: backslash) }
      return second &+ 6
    case 0xDC00...0xDFFF:
      throw JSONError("a string has a lone surrogate", at: backslash)
    default:
      return backslash &+ 6
    }
  }

  /// Reads the four hexadecimal digits of a `\u` escape.
  private func scanCodeUnit(
    at backslash: Int, inStringFrom start: Int
  ) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for index in (backslash &+ 2)..<(backslash &+ 6) {
      guard index < bytes.count else { throw endInString(from: start) }
      guard let digit = ASCII.hexadecimalValue(of: bytes[index]) else {
        throw JSONError("a string has a \\u escape without four hexadecimal digits", at: backslash)
      }
      value = value &<< 4 | digit
    }
    return value
  }
}
