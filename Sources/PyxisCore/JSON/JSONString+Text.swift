extension JSONString {
  /// The bytes between the quotes, as they are in the text.
  ///
  /// - Parameter bytes: The text that the string was read from.
  @inline(__always)
  func content(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    span.content(in: bytes)
  }

  /// Makes the text of the string, unescaped and otherwise byte for byte as it was written.
  ///
  /// - Parameter bytes: The text that the string was read from.
  /// - Complexity: O(length of the string).
  @inline(__always)
  func text(in bytes: UnsafeRawBufferPointer) -> String {
    hasEscapes
      ? unescapedText(in: bytes)
      : String(decoding: content(in: bytes), as: UTF8.self)
  }

  /// Makes the text of a string that has escapes.
  @inline(never)
  private func unescapedText(in bytes: UnsafeRawBufferPointer) -> String {
    // No escape is shorter than the UTF-8 of what it stands for.
    String(unsafeUninitializedCapacity: end &- start) { output in
      var count = 0
      var cursor = start
      while cursor < end {
        guard bytes[cursor] == ASCII.backslash else {
          output[count] = bytes[cursor]
          count &+= 1
          cursor &+= 1
          continue
        }
        let (scalar, length) = Self.unescape(bytes, at: cursor)
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
          output[count] = unit
          count &+= 1
        }
        cursor &+= length
      }
      return count
    }
  }

  /// The character that a valid escape stands for, and how many bytes the escape has.
  private static func unescape(
    _ bytes: UnsafeRawBufferPointer, at backslash: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    switch bytes[backslash &+ 1] {
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"): break
    case let byte: return (Unicode.Scalar(byte), 2)
    }
    let unit = codeUnit(bytes, at: backslash)
    guard unit & 0xFC00 == 0xD800 else {
      return (Unicode.Scalar(unit) ?? "\u{FFFD}", 6)
    }
    let low = codeUnit(bytes, at: backslash &+ 6)
    let value = 0x10000 &+ ((unit & 0x3FF) &<< 10 | (low & 0x3FF))
    return (Unicode.Scalar(value) ?? "\u{FFFD}", 12)
  }

  /// The value of the four hexadecimal digits of a valid `\u` escape.
  private static func codeUnit(_ bytes: UnsafeRawBufferPointer, at backslash: Int) -> UInt32 {
    var value: UInt32 = 0
    for index in (backslash &+ 2)..<(backslash &+ 6) {
      value = value &<< 4 | (ASCII.hexadecimalValue(of: bytes[index]) ?? 0)
    }
    return value
  }
}
