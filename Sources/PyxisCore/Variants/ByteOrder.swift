/// Sorts strings by their UTF-8 bytes.
enum ByteOrder {
  /// A string on its way to its place.
  private struct Entry {
    /// Eight bytes of it, the first in the highest place, so that words compare as bytes do.
    var word: UInt64 = 0

    /// How many of the eight bytes it has.
    var length: Int = 0

    /// Where it was.
    let position: Int

    func isLess(than other: Entry) -> Bool {
      if word != other.word { return word < other.word }
      if length != other.length { return length < other.length }
      return position < other.position
    }
  }

  /// Whether each string has larger bytes than the one before.
  ///
  /// - Complexity: O(total length).
  static func isStrictlyAscending(count: Int, _ string: (Int) -> String) -> Bool {
    var index = 1
    while index < count {
      guard string(index &- 1).isByteLess(than: string(index)) else { return false }
      index &+= 1
    }
    return true
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

  /// Sorts strings, and leaves equal ones in their order.
  ///
  /// Comparing eight bytes that lie in the array itself is several times faster than comparing
  /// strings. Strings that agree in them are sorted again by their next eight bytes; a prefix that
  /// all of them share is skipped.
  ///
  /// - Returns: The positions of the strings, in the order of their bytes.
  /// - Complexity: O(*n* log *n*) comparisons of words, and O(total length).
  static func positions(of strings: [String]) -> [Int] {
    var entries = strings.indices.map { Entry(position: $0) }
    var groups: [(range: Range<Int>, depth: Int)] = [(entries.indices, 0)]
    entries.withUnsafeMutableBufferPointer { entries in
      while let group = groups.popLast() {
        var part = UnsafeMutableBufferPointer(rebasing: entries[group.range])
        let depth = commonPrefixLength(of: part, in: strings, from: group.depth)
        for index in part.indices {
          strings[part[index].position].withBytes { bytes in
            part[index].length = min(max(bytes.count &- depth, 0), 8)
            part[index].word = word(of: bytes, at: depth)
          }
        }
        part.sort { $0.isLess(than: $1) }
        forEachTie(in: part) { tie in
          let start = group.range.lowerBound
          groups.append(
            (start &+ tie.lowerBound..<start &+ tie.upperBound, depth &+ 8))
        }
      }
    }
    return entries.map(\.position)
  }

  /// How many bytes all strings of a part share, given a number of bytes that they do.
  private static func commonPrefixLength(
    of part: UnsafeMutableBufferPointer<Entry>, in strings: [String], from depth: Int
  ) -> Int {
    guard let first = part.first, part.count > 1 else { return depth }
    return strings[first.position].withBytes { bytes in
      var length = bytes.count
      for entry in part.dropFirst() where length > depth {
        strings[entry.position].withBytes { other in
          length = min(length, bytes.commonPrefixLength(with: other, from: depth))
        }
      }
      return max(length, depth)
    }
  }

  /// Calls a function with each run of strings that have the same eight bytes and can have more.
  private static func forEachTie(
    in part: UnsafeMutableBufferPointer<Entry>, _ body: (Range<Int>) -> Void
  ) {
    var start = 0
    while start < part.count {
      var end = start &+ 1
      while end < part.count, part[end].word == part[start].word,
        part[end].length == part[start].length
      {
        end &+= 1
      }
      if end &- start > 1, part[start].length == 8 { body(start..<end) }
      start = end
    }
  }

  /// Eight bytes of a string, the first in the highest place, zeros after its end.
  private static func word(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    if bytes.count &- offset >= 8 {
      return ByteScan.loadWord(bytes, at: offset).byteSwapped
    }
    var word: UInt64 = 0
    var index = offset
    while index < bytes.count {
      word |= UInt64(bytes[index]) &<< UInt64(truncatingIfNeeded: 56 &- 8 &* (index &- offset))
      index &+= 1
    }
    return word
  }
}
