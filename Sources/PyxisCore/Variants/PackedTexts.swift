/// Texts whose UTF-8 bytes lie side by side, so that they compare without a look at each string.
package struct PackedTexts: Sendable {
  /// The bytes of all texts.
  private var bytes: [UInt8] = []

  /// Where each text is.
  private var spans: [ByteSpan] = []

  /// Makes no text.
  ///
  /// - Parameter capacity: How many texts there will be.
  package init(minimumCapacity capacity: Int = 0) {
    bytes.reserveCapacity(capacity &* 32)
    spans.reserveCapacity(capacity)
  }

  /// Packs strings.
  package init(_ strings: some Sequence<String>) {
    self.init(minimumCapacity: strings.underestimatedCount)
    for string in strings { string.withBytes { append($0) } }
  }

  /// How many texts there are.
  package var count: Int { spans.count }

  /// Adds a text after all others.
  package mutating func append(_ text: UnsafeRawBufferPointer) {
    let start = bytes.count
    bytes.append(contentsOf: text)
    spans.append(ByteSpan(start: start, end: bytes.count))
  }

  /// The text at a position, as a string.
  package subscript(position: Int) -> String {
    bytes.withUnsafeBytes { String(decoding: spans[position].content(in: $0), as: UTF8.self) }
  }

  /// How the bytes of the text at a position compare with a string's.
  package func comparison(at position: Int, with string: String) -> ByteOrder.Comparison {
    bytes.withUnsafeBytes { bytes in
      string.withBytes { ByteOrder.compare(spans[position].content(in: bytes), with: $0) }
    }
  }

  /// Whether the texts at two positions have the same bytes.
  package func areEqual(_ one: Int, _ other: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      spans[one].content(in: bytes).isByteEqual(to: spans[other].content(in: bytes))
    }
  }

  /// Whether each text has larger bytes than the one before.
  ///
  /// - Complexity: O(total length).
  package var areStrictlyAscending: Bool {
    bytes.withUnsafeBytes { bytes in
      for position in spans.indices.dropFirst() {
        let last = spans[position &- 1].content(in: bytes)
        guard last.isByteLess(than: spans[position].content(in: bytes)) else { return false }
      }
      return true
    }
  }

  /// The positions of the texts in the order of their bytes; equal ones stay in their order.
  ///
  /// - Complexity: O(*n* log *n*) comparisons of words, and O(total length).
  package var sortedPositions: [Int] {
    bytes.withUnsafeBytes { ByteOrder.positions(of: spans, in: $0) }
  }
}
