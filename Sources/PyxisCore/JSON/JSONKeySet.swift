/// The keys that one object has had, to tell duplicates by bytes and by canonical equivalence.
///
/// Most objects are small or have sorted keys, and cost a few comparisons. The keys of others are
/// sorted at the end of the object, which takes the same time for any keys. Distinct ASCII keys are
/// never canonically equivalent; as soon as a key is not plain ASCII, the strings themselves are
/// compared, because an ASCII key can be equivalent to one that is not (`K` and U+212A).
struct JSONKeySet {
  /// Up to this number of keys, each new one is compared with all.
  private static let smallCount = 8

  /// Where the keys of this object start among those of all open objects.
  private let base: Int

  /// How many keys there are.
  private var count: Int = 0

  /// Whether all keys are plain ASCII and each has larger bytes than the one before.
  private(set) var isAscending: Bool = true

  /// Whether equal keys can have come in that are found only by `close(_:_:)`.
  private var needsSorting: Bool = false

  /// The positions of the keys in the order of their bytes, where `close(_:_:)` had to sort them.
  private(set) var sortedPositions: [Int]?

  /// The keys as strings, as soon as one of them is not plain ASCII.
  private var strings: CanonicalStringSet?

  /// Makes the set of an object that has had no key.
  init(base: Int) {
    self.base = base
  }

  /// Whether the object has had no key.
  var isEmpty: Bool { count == 0 }

  /// Adds a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - bytes: The text that the key was read from.
  ///   - openKeys: The keys of all open objects.
  /// - Returns: `false` where the object is known to have had an equal key.
  /// - Complexity: O(length of the key), on average.
  @inline(__always)
  mutating func insert(
    _ key: JSONString, _ bytes: UnsafeRawBufferPointer, _ openKeys: inout [ByteSpan]
  ) -> Bool {
    guard strings == nil, key.isPlainASCII else { return insertText(key, bytes, openKeys) }
    if count > 0, !needsSorting, let last = openKeys.last {
      let isAbove = last.content(in: bytes).isByteLess(than: key.content(in: bytes))
      guard isAscending && isAbove else { return insertUnsorted(key, bytes, &openKeys) }
    }
    openKeys.append(key.span)
    count &+= 1
    return true
  }

  /// Forgets the keys, at the end of the object, after a look for equal ones.
  ///
  /// - Returns: The first key that is equal to one before it, or `nil` where there is none.
  /// - Complexity: O(*n* log *n*) where there are many unsorted keys, else O(1).
  @inline(__always)
  mutating func close(
    _ bytes: UnsafeRawBufferPointer, _ openKeys: inout [ByteSpan]
  ) -> ByteSpan? {
    let duplicate = needsSorting ? firstDuplicate(bytes, openKeys) : nil
    openKeys.removeLast(openKeys.count &- base)
    return duplicate
  }

  /// Adds a plain key that is not above all others.
  @inline(never)
  private mutating func insertUnsorted(
    _ key: JSONString, _ bytes: UnsafeRawBufferPointer, _ openKeys: inout [ByteSpan]
  ) -> Bool {
    isAscending = false
    if count < Self.smallCount {
      let content = key.content(in: bytes)
      for span in openKeys[base...] where span.content(in: bytes).isByteEqual(to: content) {
        return false
      }
    } else {
      needsSorting = true
    }
    openKeys.append(key.span)
    count &+= 1
    return true
  }

  /// Adds a key of an object in which not all keys are plain ASCII.
  @inline(never)
  private mutating func insertText(
    _ key: JSONString, _ bytes: UnsafeRawBufferPointer, _ openKeys: [ByteSpan]
  ) -> Bool {
    isAscending = false
    count &+= 1
    if strings == nil {
      var known = CanonicalStringSet()
      for span in openKeys[base...] {
        // Equal ones among these are found at the end of the object.
        _ = known.insert(String(decoding: span.content(in: bytes), as: UTF8.self))
      }
      strings = known
    }
    return strings?.insert(key.text(in: bytes)) ?? true
  }

  /// Sorts the keys, and finds the first that is equal to one before it.
  @inline(never)
  private mutating func firstDuplicate(
    _ bytes: UnsafeRawBufferPointer, _ openKeys: [ByteSpan]
  ) -> ByteSpan? {
    let keys = Array(openKeys[base...])
    let positions = ByteOrder.positions(of: keys, in: bytes)
    var first: Int?
    for (earlier, later) in zip(positions, positions.dropFirst()) {
      // Equal keys stay in the order in which they were read.
      let isEqual = keys[earlier].content(in: bytes).isByteEqual(to: keys[later].content(in: bytes))
      if isEqual { first = min(first ?? later, later) }
    }
    sortedPositions = strings == nil ? positions : nil
    return first.map { keys[$0] }
  }
}
