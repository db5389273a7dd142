/// Checks that bytes are well-formed UTF-8, and finds the place where they are not.
package enum UTF8Validation {
  /// Finds the first ill-formed sequence of a range of bytes.
  ///
  /// Overlong forms, surrogates, values beyond U+10FFFF and sequences that the range cuts off are
  /// ill-formed.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - range: The part of it to check, which lies inside the text.
  /// - Returns: The offset in `bytes` of the first byte of that sequence, or `nil` where all is
  ///   well-formed.
  /// - Complexity: O(length of the range).
  static func firstInvalid(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    var cursor = range.lowerBound
    let end = range.upperBound
    while cursor < end {
      while end &- cursor >= 16,
        ByteScan.isASCII(
          ByteScan.loadWord(bytes, at: cursor) | ByteScan.loadWord(bytes, at: cursor &+ 8))
      {
        cursor &+= 16
      }
      let rest = end &- cursor
      guard rest > 0 else { break }
      // What is left behind the last whole word is the end of another one.
      let place = rest >= 8 ? cursor : end &- 8
      if place >= range.lowerBound, ByteScan.isASCII(ByteScan.loadWord(bytes, at: place)) {
        cursor &+= min(rest, 8)
        continue
      }
      let length = sequenceLength(bytes, at: cursor, end: end)
      guard length > 0 else { return cursor }
      cursor &+= length
    }
    return nil
  }

  /// Finds the first ill-formed sequence of bytes.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: The offset of the first byte of that sequence, or `nil` where all is well-formed.
  /// - Complexity: O(length of the text).
  package static func firstInvalid(in bytes: UnsafeRawBufferPointer) -> Int? {
    firstInvalid(in: bytes, bytes.indices)
  }

  /// The length of the well-formed sequence at an offset, or 0 where it is ill-formed.
  private static func sequenceLength(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, end: Int
  ) -> Int {
    let lead = bytes[offset]
    if lead < 0x80 { return 1 }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard end &- offset >= length else { return 0 }
    // The second byte carries every restriction; see table 3-7 of the Unicode Standard.
    let second = bytes[offset &+ 1]
    let isSecondValid =
      switch lead {
      case 0xC2...0xDF: second & 0xC0 == 0x80
      case 0xE0: (0xA0...0xBF).contains(second)
      case 0xED: (0x80...0x9F).contains(second)
      case 0xE1...0xEF: second & 0xC0 == 0x80
      case 0xF0: (0x90...0xBF).contains(second)
      case 0xF1...0xF3: second & 0xC0 == 0x80
      case 0xF4: (0x80...0x8F).contains(second)
      default: false
      }
    guard isSecondValid else { return 0 }
    for index in 2..<max(length, 2) where bytes[offset &+ index] & 0xC0 != 0x80 {
      return 0
    }
    return length
  }
}
