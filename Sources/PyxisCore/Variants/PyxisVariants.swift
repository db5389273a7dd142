/// Requested variants: values by key, in the order in which they were declared.
///
/// Keys and values compare by their UTF-8 bytes. Setting a key that is there replaces its value in
/// place. Two collections are equal if they hold the same variants, in whatever order.
///
/// ```swift
/// var variants: PyxisVariants = [.colorScheme(.dark), .locale("pl_PL")]
/// variants["subscription.status"] = "trial"
/// let payload = try variants.encoded()
/// ```
///
/// A collection is a value of a few words; copies share their storage until one of them changes.
public struct PyxisVariants: Sendable {
  /// Below this number of variants, looking at each of them is faster than anything else.
  static let smallCount = 8

  /// The variants, in their order, each key once.
  var elements: [PyxisVariant] = []

  /// The positions of the keys by their hash, while there are many and they are not sorted.
  var positions: PositionTable = PositionTable()

  /// Whether the keys are sorted by their bytes.
  var isSorted: Bool = true

  /// Makes an empty collection.
  public init() {}

  /// Makes a collection of the entries of a dictionary, sorted by the bytes of the keys.
  ///
  /// - Parameter dictionary: The values by key. Note that a dictionary of strings itself takes
  ///   canonically equivalent keys for one.
  /// - Complexity: O(*n* log *n*).
  public init(_ dictionary: [String: String]) {
    self.init(sorting: dictionary.map { PyxisVariant(key: $0.key, value: $0.value) })
  }

  /// Makes a collection of variants, in their order.
  ///
  /// - Parameter variants: The variants; a later one with the same key replaces the earlier one in
  ///   its place.
  /// - Complexity: O(*n*) on average.
  public init<S: Sequence>(_ variants: S) where S.Element == PyxisVariant {
    for variant in variants { set(variant) }
  }

  /// Makes a collection of variants with different keys, sorted by the bytes of the keys.
  init(sorting variants: [PyxisVariant]) {
    if ByteOrder.isStrictlyAscending(count: variants.count, { variants[$0].key }) {
      elements = variants
    } else {
      elements = ByteOrder.positions(of: variants.lazy.map(\.key)).map { variants[$0] }
    }
  }

  /// Makes a collection of variants whose keys are different and sorted by their bytes.
  init(sorted variants: [PyxisVariant]) {
    elements = variants
  }
}

extension PyxisVariants: ExpressibleByArrayLiteral {
  /// Makes a collection of variants, in their order; a later one replaces an earlier one in place.
  public init(arrayLiteral elements: PyxisVariant...) {
    self.init(elements)
  }
}

extension PyxisVariants: ExpressibleByDictionaryLiteral {
  /// Makes a collection of keys and values, in their order; a later one replaces an earlier one.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (key, value) in elements { set(PyxisVariant(key: key, value: value)) }
  }
}

extension PyxisVariants: RandomAccessCollection {
  /// The position of the first variant, 0.
  public var startIndex: Int { 0 }

  /// The position after the last variant.
  public var endIndex: Int { elements.count }

  /// The variant at a position, which has to be one of the collection's indices.
  public subscript(position: Int) -> PyxisVariant { elements[position] }
}

extension PyxisVariants: CustomStringConvertible {
  /// The keys and values in their order, as `["color_scheme": "dark"]`, without secret values.
  public var description: String {
    isEmpty ? "[:]" : "[" + map(\.description).joined(separator: ", ") + "]"
  }
}
