/// A string of a JSON text that was read and found valid, as a place in that text.
package struct JSONString: Sendable {
  /// The offset of the first byte after the opening quote.
  let start: Int

  /// The offset of the closing quote.
  let end: Int

  /// Whether the string has escapes, so that its bytes differ from those in the text.
  let hasEscapes: Bool

  /// Whether the bytes in the text are all ASCII; escapes can still stand for other characters.
  let isASCII: Bool

  /// The place of the bytes between the quotes.
  var span: ByteSpan { ByteSpan(start: start, end: end) }

  /// The offset of the opening quote, for errors.
  package var offset: Int { start &- 1 }

  /// Whether the string is empty.
  package var isEmpty: Bool { start == end }

  /// Whether the bytes in the text are the string's own, and all ASCII.
  var isPlainASCII: Bool { isASCII && !hasEscapes }
}
