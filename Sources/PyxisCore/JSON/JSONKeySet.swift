/// The place of a plain ASCII key in a JSON text.
struct JSONKeySpan {
  /// The offset of its first byte.
  let start: Int

  /// The offset after its last byte.
  let end: Int

  /// The key's bytes.
  @inline(__always)
  func content(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  /// The key as a string.
  func text(in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: content(in: bytes), as: UTF8.self)
  }
}

/// The keys that one object has had, to tell duplicates by bytes and by canonical equivalence.
///
/// Most objects are small or have sorted keys, and cost a comparison with the key before. Others
/// get a hash table whose seed is random, so that no text can make it slow. Distinct ASCII keys are
/// never canonically equivalent; as soon as a key is not plain ASCII, the strings themselves are
/// compared, because an ASCII key can be equivalent to one that is not (`K` and U+212A).
struct JSONKeySet {
  /// Below this number of keys, comparing with each of them is faster than hashing.
  private static let smallCount = 8

  /// Where the keys of this object start among those of all open objects.
  private let base: Int

  /// How many keys there are.
  private var count: Int = 0

  /// Whether all keys are plain ASCII and each has larger bytes than the one before.
  private(set) var isAscending: Bool = true

  /// The positions of the keys by their hash, as soon as there are many unsorted ones.
  private var table: PositionTable = PositionTable()

  /// The keys as strings, as soon as one of them is not plain ASCII.
  private var strings: Set<String>?

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
  /// - Returns: `false` where the object has had an equal key.
  /// - Complexity: O(length of the key), on average.
  @inline(__always)
  mutating func insert(
    _ key: JSONString, in bytes: UnsafeRawBufferPointer, openKeys: inout [JSONKeySpan]
  ) -> Bool {
    guard strings == nil, key.isPlainASCII else { return insertText(key, bytes, openKeys) }
    if let previous = count == 0 ? nil : openKeys.last {
      let isAbove = previous.content(in: bytes).isByteLess(than: key.content(in: bytes))
      guard isAscending && isAbove else { return insertUnsorted(key, bytes, &openKeys) }
    }
    openKeys.append(JSONKeySpan(start: key.start, end: key.end))
    count &+= 1
    return true
  }

  /// Forgets the keys, at the end of the object.
  @inline(__always)
  func close(_ openKeys: inout [JSONKeySpan]) {
    openKeys.removeLast(openKeys.count &- base)
  }

  /// Adds a plain key that is not above all others.
  @inline(never)
  private mutating func insertUnsorted(
    _ key: JSONString, _ bytes: UnsafeRawBufferPointer, _ openKeys: inout [JSONKeySpan]
  ) -> Bool {
    isAscending = false
    let content = key.content(in: bytes)
    if count < Self.smallCount {
      for span in openKeys[base...] where span.content(in: bytes).isByteEqual(to: content) {
        return false
      }
    } else {
      if table.isEmpty {
        for position in openKeys.indices[base...] {
          table.insert(hash: openKeys[position].content(in: bytes).byteHash, position: position)
        }
      }
      let hash = content.byteHash
      let isKnown = table.contains(hash: hash) { position in
        openKeys[position].content(in: bytes).isByteEqual(to: content)
      }
      if isKnown { return false }
      table.insert(hash: hash, position: openKeys.count)
    }
    openKeys.append(JSONKeySpan(start: key.start, end: key.end))
    count &+= 1
    return true
  }

  /// Adds a key of an object in which not all keys are plain ASCII.
  @inline(never)
  private mutating func insertText(
    _ key: JSONString, _ bytes: UnsafeRawBufferPointer, _ openKeys: [JSONKeySpan]
  ) -> Bool {
    isAscending = false
    var known = strings ?? Set(openKeys[base...].map { $0.text(in: bytes) })
    strings = nil
    let isNew = known.insert(key.text(in: bytes)).inserted
    strings = known
    count &+= 1
    return isNew
  }
}
