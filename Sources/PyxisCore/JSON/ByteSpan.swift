/// The place of some bytes in a buffer that somebody else keeps.
struct ByteSpan: Sendable {
  /// The offset of the first byte.
  let start: Int

  /// The offset after the last byte.
  let end: Int

  /// The bytes.
  ///
  /// - Parameter bytes: The buffer.
  @inline(__always)
  func content(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}
