/// What a host wrote to one of its output streams, as far as it was kept.
///
/// It is what another process wrote: escape it where it is shown, as ``description`` does.
public struct PyxisOutput: Hashable, Sendable {
  /// The first bytes: all of them, if nothing was left out.
  public let head: [UInt8]

  /// The last bytes, after the ones that were left out.
  public let tail: [UInt8]

  /// How many bytes the host wrote until it ended.
  public let byteCount: Int

  /// How many bytes between the head and the tail were left out.
  public var omittedByteCount: Int { byteCount - head.count - tail.count }

  /// The kept bytes as text, with U+FFFD in place of what is not UTF-8.
  ///
  /// Where bytes were left out, a line `[… 1234 bytes left out …]` says so.
  public var text: String {
    guard omittedByteCount > 0 else { return String(decoding: head + tail, as: UTF8.self) }
    return String(decoding: head, as: UTF8.self)
      + "\n[… \(omittedByteCount) bytes left out …]\n" + String(decoding: tail, as: UTF8.self)
  }

  /// The lines of ``text``.
  public var lines: [Substring] { text.split(separator: "\n") }
}

extension PyxisOutput: CustomStringConvertible {
  /// The ``text``, with controls that could move or hide other text in a terminal made visible.
  public var description: String { text.withoutTerminalControls() }
}
