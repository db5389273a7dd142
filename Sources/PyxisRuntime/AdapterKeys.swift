import PyxisCore

/// The keys of adapters, by their positions in the caller's list.
package protocol AdapterKeys {
  /// How many adapters there are.
  var count: Int { get }

  /// Whether each key has larger bytes than the one before.
  var areStrictlyAscending: Bool { get }

  /// The keys side by side, to be sorted.
  var packed: PackedTexts { get }

  /// How the bytes of the key at a position compare with a string's.
  func comparison(at position: Int, with string: String) -> ByteOrder.Comparison
}

extension PackedTexts: AdapterKeys {
  package var packed: PackedTexts { self }
}

/// The keys of adapters in Swift, where they are.
struct KeysInPlace: AdapterKeys {
  let adapters: [PyxisAdapter]

  var count: Int { adapters.count }

  var areStrictlyAscending: Bool {
    ByteOrder.isStrictlyAscending(count: count) { adapters[$0].key }
  }

  var packed: PackedTexts {
    PackedTexts(adapters.map(\.key))
  }

  func comparison(at position: Int, with string: String) -> ByteOrder.Comparison {
    ByteOrder.compare(adapters[position].key, with: string)
  }
}
