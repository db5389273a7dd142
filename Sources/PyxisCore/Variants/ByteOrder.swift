/// Sorts strings by their UTF-8 bytes, and finds them among sorted ones.
package enum ByteOrder {
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
  package static func positions(of strings: some Sequence<String>) -> [Int] {
    // Side by side, the bytes can be read without a look at each string.
    var bytes: [UInt8] = []
    var spans: [ByteSpan] = []
    for string in strings {
      let start = bytes.count
      string.withBytes { bytes.append(contentsOf: $0) }
      spans.append(ByteSpan(start: start, end: bytes.count))
    }
    return bytes.withUnsafeBytes { positions(of: spans, in: $0) }
  }
}
