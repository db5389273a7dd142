/// A number of a JSON text that was read and found valid.
package struct JSONNumber: Sendable {
  /// The offset of the first byte, for errors.
  package let offset: Int

  /// The value, where the number is written as an integer and lies in the range of `Int64`.
  package let integer: Int64?

  /// Whether the number is written without a fraction and an exponent.
  package let isInteger: Bool
}

/// What kind of value comes next in a JSON text, told by its first byte.
package enum JSONKind: Sendable {
  case string, number, object, array, literal
}

extension JSONReader {
  /// Tells the kind of the next value, without reading it.
  ///
  /// - Throws: `JSONError` where the next byte starts no value.
  package mutating func nextKind() throws(JSONError) -> JSONKind {
    skipWhitespace()
    guard position < bytes.count else { throw expected("a value") }
    switch bytes[position] {
    case ASCII.quote: return .string
    case ASCII.openBrace: return .object
    case ASCII.openBracket: return .array
    case ASCII.minus, ASCII.zero...ASCII.nine: return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .literal
    default: throw expected("a value")
    }
  }

  /// Moves past the next value, whatever it is, and checks it on the way.
  ///
  /// - Throws: `JSONError` where the value is malformed or nested too deep.
  /// - Complexity: O(length of the value); the recursion ends at `maximumDepth`.
  package mutating func skipValue() throws(JSONError) {
    switch try nextKind() {
    case .string: _ = try scanString()
    case .number: _ = try readNumber()
    case .literal: try skipLiteral()
    case .array: try skipArray()
    case .object:
      var object = try beginObject()
      while try nextKey(in: &object) != nil {
        try skipValue()
      }
    }
  }

  /// Reads a number.
  ///
  /// - Throws: `JSONError` where the next value is not a number or the number is malformed.
  package mutating func readNumber() throws(JSONError) -> JSONNumber {
    skipWhitespace()
    let start = position
    let isNegative = isAt(ASCII.minus)
    if isNegative { position &+= 1 }
    let digits = skipDigits()
    guard !digits.isEmpty else {
      position = start
      guard isNegative else { throw expected("a number") }
      throw JSONError("a minus sign has no digits after it", at: start)
    }
    if digits.count > 1, bytes[digits.lowerBound] == ASCII.zero {
      throw JSONError("a number has a leading zero", at: start)
    }
    var isInteger = true
    if isAt(ASCII.dot) {
      isInteger = false
      position &+= 1
      guard !skipDigits().isEmpty else {
        throw JSONError("a number has no digits after its point", at: start)
      }
    }
    if isAt(UInt8(ascii: "e")) || isAt(UInt8(ascii: "E")) {
      isInteger = false
      position &+= 1
      if isAt(ASCII.plus) || isAt(ASCII.minus) { position &+= 1 }
      guard !skipDigits().isEmpty else {
        throw JSONError("a number has no digits in its exponent", at: start)
      }
    }
    let integer = isInteger ? integer(of: digits, isNegative: isNegative) : nil
    return JSONNumber(offset: start, integer: integer, isInteger: isInteger)
  }

  /// Moves past digits, and returns where they are.
  private mutating func skipDigits() -> Range<Int> {
    let start = position
    while position < bytes.count, ASCII.isDigit(bytes[position]) {
      position &+= 1
    }
    return start..<position
  }

  /// The value of digits, or `nil` beyond the range of `Int64`.
  private func integer(of digits: Range<Int>, isNegative: Bool) -> Int64? {
    var value: Int64 = 0
    for index in digits {
      let digit = Int64(bytes[index] &- ASCII.zero)
      let (scaled, overflowed) = value.multipliedReportingOverflow(by: 10)
      // Negative values are counted downwards, since there is one more of them.
      let (next, overflowedAgain) =
        isNegative
        ? scaled.subtractingReportingOverflow(digit) : scaled.addingReportingOverflow(digit)
      if overflowed || overflowedAgain { return nil }
      value = next
    }
    return value
  }

  /// Moves past `true`, `false` or `null`.
  private mutating func skipLiteral() throws(JSONError) {
    for literal in ["true", "false", "null"] as [StaticString] {
      let end = position &+ literal.utf8CodeUnitCount
      guard end <= bytes.count else { continue }
      let isMatch = literal.withUTF8Buffer { expected in
        UnsafeRawBufferPointer(expected)
          .isByteEqual(to: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
      }
      if isMatch {
        position = end
        return
      }
    }
    throw expected("a value")
  }

  /// Moves past the array whose opening bracket is the next byte.
  private mutating func skipArray() throws(JSONError) {
    try descend()
    position &+= 1
    skipWhitespace()
    if !isAt(ASCII.closeBracket) {
      while true {
        try skipValue()
        skipWhitespace()
        guard isAt(ASCII.comma) else { break }
        position &+= 1
      }
    }
    guard isAt(ASCII.closeBracket) else { throw expected("a comma or a closing bracket") }
    position &+= 1
    depth &-= 1
  }
}
