/// Sorts strings by their UTF-8 bytes, and finds them among sorted ones.
package enum ByteOrder {
  /// How some bytes compare with others.
  package enum Comparison {
    case less
    case equal
    case greater
  }

  /// Compares the bytes of strings.
  package static func compare(_ string: String, with other: String) -> Comparison {
    string.withBytes { bytes in other.withBytes { compare(bytes, with: $0) } }
  }

  /// Compares bytes; a prefix comes before what it is a prefix of.
  static func compare(
    _ bytes: UnsafeRawBufferPointer, with others: UnsafeRawBufferPointer
  ) -> Comparison {
    let length = bytes.commonPrefixLength(with: others, from: 0)
    guard length < bytes.count else { return length < others.count ? .less : .equal }
    return length < others.count && bytes[length] < others[length] ? .less : .greater
  }

  /// Finds a string among sorted ones.
  ///
  /// - Parameters:
  ///   - key: The string.
  ///   - count: The number of sorted strings.
  ///   - string: Gives the string at a position.
  /// - Returns: The position of the string with the same bytes, or `nil`.
  /// - Complexity: O(log *n*) comparisons.
  static func position(of key: String, count: Int, _ string: (Int) -> String) -> Int? {
    let position = insertionPosition(of: key, count: count, string)
    guard position < count, string(position).isByteEqual(to: key) else { return nil }
    return position
  }

  /// Finds the position of the first of sorted strings that does not come before a string.
  ///
  /// - Complexity: O(log *n*) comparisons.
  static func insertionPosition(of key: String, count: Int, _ string: (Int) -> String) -> Int {
    key.withBytes { bytes in
      var low = 0
      var high = count
      while low < high {
        let middle = low &+ (high &- low) / 2
        if string(middle).withBytes({ $0.isByteLess(than: bytes) }) {
          low = middle &+ 1
        } else {
          high = middle
        }
      }
      return low
    }
  }

  /// Whether each string has larger bytes than the one before.
  ///
  /// - Complexity: O(total length).
  package static func isStrictlyAscending(count: Int, _ string: (Int) -> String) -> Bool {
    guard count > 1 else { return true }
    var last = string(0)
    var index = 1
    while index < count {
      let next = string(index)
      guard last.isByteLess(than: next) else { return false }
      last = next
      index &+= 1
    }
    return true
  }

  /// Sorts strings, and leaves equal ones in their order.
  ///
  /// - Returns: The positions of the strings, in the order of their bytes.
  /// - Complexity: O(*n* log *n*) comparisons of words, and O(total length).
  static func positions(of strings: some Sequence<String>) -> [Int] {
    PackedTexts(strings).sortedPositions
  }
}
