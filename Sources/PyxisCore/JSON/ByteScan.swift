/// Looks at eight bytes at a time for what ends a run of plain text in a JSON string.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Marks the first byte that a JSON string cannot hold as it is: `"`, `\` or a control character.
  ///
  /// - Parameter word: Eight bytes, the first in the lowest place.
  /// - Returns: 0 where there is none, else a word whose lowest set bit is the top bit of the byte.
  @inline(__always)
  static func specials(in word: UInt64) -> UInt64 {
    let quotes = word ^ (ones &* UInt64(ASCII.quote))
    let backslashes = word ^ (ones &* UInt64(ASCII.backslash))
    let found =
      ((quotes &- ones) & ~quotes)
      | ((backslashes &- ones) & ~backslashes)
      | ((word &- ones &* 0x20) & ~word)
    return found & highBits
  }

  /// Whether all of eight bytes are ASCII.
  @inline(__always)
  static func isASCII(_ word: UInt64) -> Bool {
    word & highBits == 0
  }

  /// Finds the end of the run of bytes that a JSON string can hold as they are.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - start: Where the run starts.
  /// - Returns: The first `"`, `\`, control character or the end of the text, and whether all
  ///   before it is ASCII.
  /// - Complexity: O(length of the run).
  @inline(__always)
  static func plainRun(
    in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> (end: Int, isASCII: Bool) {
    var cursor = start
    var seen: UInt64 = 0
    while bytes.count &- cursor >= 8 {
      let word = loadWord(bytes, at: cursor)
      let specials = specials(in: word)
      guard specials == 0 else {
        let length = specials.trailingZeroBitCount &>> 3
        seen |= word & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1)
        return (cursor &+ length, isASCII(seen))
      }
      seen |= word
      cursor &+= 8
    }
    while cursor < bytes.count {
      let byte = bytes[cursor]
      if byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash { break }
      seen |= UInt64(byte)
      cursor &+= 1
    }
    return (cursor, isASCII(seen))
  }

  /// Loads eight bytes, the first into the lowest place.
  @inline(__always)
  static func loadWord(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
