// Keys and values compare by their UTF-8 bytes in every language. `String ==` compares by canonical
// equivalence, so what needs the rule uses these functions instead.

extension String {
  /// Calls a function with the string's UTF-8 bytes.
  ///
  /// - Parameter body: The function; the bytes are valid only inside it.
  /// - Complexity: O(1) for strings that are stored as UTF-8, which all but bridged ones are.
  @inlinable
  @inline(__always)
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let result = utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    if let result { return result }
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Whether another string has the same UTF-8 bytes.
  ///
  /// - Complexity: O(1) where the lengths differ, else O(length).
  @inline(__always)
  package func isByteEqual(to other: String) -> Bool {
    withBytes { bytes in other.withBytes { bytes.isByteEqual(to: $0) } }
  }

  /// Whether the string's UTF-8 bytes come before another one's.
  ///
  /// - Complexity: O(length of the shorter one).
  @inline(__always)
  package func isByteLess(than other: String) -> Bool {
    withBytes { bytes in other.withBytes { bytes.isByteLess(than: $0) } }
  }

  /// Feeds the string's UTF-8 bytes to a hasher, so that equal bytes give equal hashes.
  package func hashBytes(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: $0) }
    // A byte that is in no UTF-8 text keeps neighbours apart.
    hasher.combine(0xFF as UInt8)
  }

  /// A hash of the UTF-8 bytes, with the process's random seed.
  var byteHash: Int {
    withBytes { $0.byteHash }
  }
}

extension Optional where Wrapped == String {
  /// Whether both strings are absent, or both there with the same UTF-8 bytes.
  package func isByteEqual(to other: String?) -> Bool {
    switch (self, other) {
    case (let string?, let other?): string.isByteEqual(to: other)
    case (nil, nil): true
    default: false
    }
  }

  /// Feeds the string's UTF-8 bytes, or its absence, to a hasher.
  package func hashBytes(into hasher: inout Hasher) {
    hasher.combine(self != nil)
    self?.hashBytes(into: &hasher)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether another buffer has the same bytes.
  @inline(__always)
  package func isByteEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    return commonPrefixLength(with: other, from: 0) == count
  }

  /// Whether the bytes come before another buffer's; a prefix comes before what it is a prefix of.
  @inline(__always)
  package func isByteLess(than other: UnsafeRawBufferPointer) -> Bool {
    let length = commonPrefixLength(with: other, from: 0)
    guard length < count else { return length < other.count }
    return length < other.count && self[length] < other[length]
  }

  /// How many bytes are the same at the start of two buffers.
  ///
  /// - Parameters:
  ///   - other: The other buffer.
  ///   - start: A number of bytes that are known to be the same, not above either length.
  @inline(__always)
  func commonPrefixLength(with other: UnsafeRawBufferPointer, from start: Int) -> Int {
    let end = Swift.min(count, other.count)
    var cursor = start
    while end &- cursor >= 8 {
      let difference = ByteScan.loadWord(self, at: cursor) ^ ByteScan.loadWord(other, at: cursor)
      guard difference == 0 else {
        return cursor &+ (difference.trailingZeroBitCount &>> 3)
      }
      cursor &+= 8
    }
    while cursor < end, self[cursor] == other[cursor] {
      cursor &+= 1
    }
    return cursor
  }

  /// A hash of the bytes, with the process's random seed.
  var byteHash: Int {
    var hasher = Hasher()
    hasher.combine(bytes: self)
    return hasher.finalize()
  }
}
