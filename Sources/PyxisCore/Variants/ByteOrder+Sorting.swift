extension ByteOrder {
  /// Some bytes on their way to their place.
  private struct Entry {
    /// Eight of them, the first in the highest place, so that words compare as bytes do.
    var word: UInt64 = 0

    /// How many of the eight there are.
    var length: Int = 0

    /// Where they were.
    let position: Int

    @inline(__always)
    func isLess(than other: Entry) -> Bool {
      if word != other.word { return word < other.word }
      if length != other.length { return length < other.length }
      return position < other.position
    }
  }

  /// Sorts spans by their bytes, and leaves equal ones in their order.
  ///
  /// Comparing eight bytes that lie in the array itself is several times faster than comparing
  /// strings. Spans that agree in them are sorted again by their next eight bytes; a prefix that
  /// all of them share is skipped.
  ///
  /// - Parameters:
  ///   - spans: The places of the bytes to sort.
  ///   - bytes: The buffer that they are in.
  /// - Returns: The positions of the spans, in the order of their bytes.
  /// - Complexity: O(*n* log *n*) comparisons of words, and O(total length).
  static func positions(of spans: [ByteSpan], in bytes: UnsafeRawBufferPointer) -> [Int] {
    var entries = spans.indices.map { Entry(position: $0) }
    var groups: [(range: Range<Int>, depth: Int)] = [(entries.indices, 0)]
    entries.withUnsafeMutableBufferPointer { entries in
      while let group = groups.popLast() {
        var part = UnsafeMutableBufferPointer(rebasing: entries[group.range])
        let depth = commonPrefixLength(of: part, spans, in: bytes, from: group.depth)
        for index in part.indices {
          let content = spans[part[index].position].content(in: bytes)
          part[index].length = min(content.count &- depth, 8)
          part[index].word = word(of: content, at: depth)
        }
        part.sort { $0.isLess(than: $1) }
        forEachTie(in: part) { tie in
          let start = group.range.lowerBound
          groups.append((start &+ tie.lowerBound..<start &+ tie.upperBound, depth &+ 8))
        }
      }
    }
    return entries.map(\.position)
  }

  /// How many bytes all spans of a part share, given a number of bytes that they do.
  private static func commonPrefixLength(
    of part: UnsafeMutableBufferPointer<Entry>, _ spans: [ByteSpan],
    in bytes: UnsafeRawBufferPointer, from depth: Int
  ) -> Int {
    guard let first = part.first else { return depth }
    let content = spans[first.position].content(in: bytes)
    var length = content.count
    for entry in part.dropFirst() {
      let other = spans[entry.position].content(in: bytes)
      length = min(length, content.commonPrefixLength(with: other, from: depth))
      if length == depth { break }
    }
    return length
  }

  /// Calls a function with each run of spans that have the same eight bytes and can have more.
  @inline(__always)
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

  /// Eight bytes from an offset, the first in the highest place, with zeros after the end.
  @inline(__always)
  private static func word(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    if bytes.count &- offset >= 8 {
      return ByteScan.loadWord(bytes, at: offset).byteSwapped
    }
    var word: UInt64 = 0
    var shift: UInt64 = 56
    for index in offset..<bytes.count {
      word |= UInt64(bytes[index]) &<< shift
      shift &-= 8
    }
    return word
  }
}
