/// Says why a text is not the JSON that was expected, and at which byte.
package struct JSONError: Error, Hashable, Sendable {
  /// What is wrong, as a clause without a full stop: `a string has a lone surrogate`.
  package let reason: String

  /// The offset of the byte that is wrong, in bytes from the start of the text.
  package let offset: Int

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - reason: What is wrong, as a clause without a full stop.
  ///   - offset: The byte that is wrong: the start of the offending token, escape or sequence.
  package init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
