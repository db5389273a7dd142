/// What a host says became of each requested variant, in the order of the keys' UTF-8 bytes.
///
/// ```swift
/// if report["color_scheme"] == .applied("dark") { … }
/// for (key, result) in report { print(key, result.status) }
/// ```
///
/// Reports are read-only to their consumers (R3). Keys compare by their UTF-8 bytes.
public struct PyxisBootstrapReport: Sendable {
  /// A variant's key, with what became of the variant.
  public typealias Element = (key: String, result: PyxisVariantResult)

  /// An entry as it is stored: an array of tuples takes the runtime longer to set up.
  package struct Entry: Sendable {
    package let key: String
    package var result: PyxisVariantResult

    package init(key: String, result: PyxisVariantResult) {
      self.key = key
      self.result = result
    }
  }

  /// The entries, sorted by the bytes of their keys, each key once.
  private(set) var elements: [Entry] = []

  /// Makes a report about no variant.
  public init() {}

  /// Makes a report.
  ///
  /// - Parameter results: The results by key.
  /// - Complexity: O(*n* log *n*).
  public init(_ results: [String: PyxisVariantResult]) {
    self.init(results.lazy.map { ($0.key, $0.value) })
  }

  /// Makes a report.
  ///
  /// - Parameter results: Keys with their results; of several with one key, the last one counts.
  /// - Complexity: O(*n*) where the keys are sorted by their bytes, else O(*n* log *n*).
  public init(_ results: some Sequence<(String, PyxisVariantResult)>) {
    let results = Array(results)
    guard !ByteOrder.isStrictlyAscending(count: results.count, { results[$0].0 }) else {
      elements = results.map { Entry(key: $0.0, result: $0.1) }
      return
    }
    elements.reserveCapacity(results.count)
    for position in ByteOrder.positions(of: results.lazy.map(\.0)) {
      let (key, result) = results[position]
      // Equal keys keep their order, so the last one comes last.
      if let last = elements.last, last.key.isByteEqual(to: key) { elements.removeLast() }
      elements.append(Entry(key: key, result: result))
    }
  }

  /// Makes a report of entries that are sorted by the bytes of their keys, each key once.
  package init(sorted elements: [Entry]) {
    self.elements = elements
  }

  /// The result of a key, or `nil` where the report has none.
  ///
  /// - Parameter key: The key, which is compared by its UTF-8 bytes.
  /// - Complexity: Reading is O(log *n*). Setting is O(log *n*) where the key is there or comes
  ///   after all others, else O(*n*).
  public package(set) subscript(key: String) -> PyxisVariantResult? {
    get {
      position(of: key).map { elements[$0].result }
    }
    set {
      let position = ByteOrder.insertionPosition(of: key, count: elements.count) {
        elements[$0].key
      }
      let isThere = position < elements.count && elements[position].key.isByteEqual(to: key)
      switch (newValue, isThere) {
      case (let result?, true): elements[position].result = result
      case (let result?, false): elements.insert(Entry(key: key, result: result), at: position)
      case (nil, true): elements.remove(at: position)
      case (nil, false): break
      }
    }
  }

  /// Sets the result of a key, as the subscript does.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - key: The key.
  package mutating func set(_ result: PyxisVariantResult, for key: String) {
    self[key] = result
  }

  /// The position of a key, or `nil` where it is not there.
  package func position(of key: String) -> Int? {
    ByteOrder.position(of: key, count: elements.count) { elements[$0].key }
  }
}

extension PyxisBootstrapReport: RandomAccessCollection {
  /// The position of the first entry, 0.
  public var startIndex: Int { 0 }

  /// The position after the last entry.
  public var endIndex: Int { elements.count }

  /// The entry at a position, which has to be one of the report's indices.
  public subscript(position: Int) -> Element {
    (elements[position].key, elements[position].result)
  }
}

extension PyxisBootstrapReport: Hashable {
  /// Whether both reports have equal results for the same keys, by their UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.elements.elementsEqual(right.elements) {
      $0.key.isByteEqual(to: $1.key) && $0.result == $1.result
    }
  }

  /// Hashes the keys and the results.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements.count)
    for element in elements {
      element.key.hashBytes(into: &hasher)
      hasher.combine(element.result)
    }
  }
}

extension PyxisBootstrapReport: CustomStringConvertible {
  /// The keys and results in their order, as `["color_scheme": applied "dark"]`.
  public var description: String {
    if isEmpty { return "[:]" }
    let entries = map { "\($0.key.quoted()): \($0.result)" }
    return "[" + entries.joined(separator: ", ") + "]"
  }
}
