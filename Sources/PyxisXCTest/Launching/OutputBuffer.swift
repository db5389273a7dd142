/// Keeps the start and the end of a stream, however long it is.
struct OutputBuffer {
  /// How many bytes of the start, and of the end, are kept.
  private let headLimit: Int
  private let tailLimit: Int

  private var head: [UInt8] = []

  /// The last bytes after the head; a ring once it is full, whose oldest byte is at `tailStart`.
  private var tail: [UInt8] = []
  private var tailStart = 0

  /// How many bytes there were.
  private(set) var byteCount = 0

  /// Makes an empty buffer.
  ///
  /// - Parameter limit: How many bytes are kept: half of them of the start.
  init(limit: Int) {
    headLimit = limit - limit / 2
    tailLimit = limit / 2
  }

  /// Takes what was read.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    let headCount = min(bytes.count, headLimit - head.count)
    head.append(contentsOf: bytes.prefix(headCount))
    // Of what goes to the tail, only its own end can stay there.
    let rest = bytes.dropFirst(headCount).suffix(tailLimit)
    let room = min(rest.count, tailLimit - tail.count)
    tail.append(contentsOf: rest.prefix(room))
    overwriteOldest(with: UnsafeRawBufferPointer(rebasing: rest.dropFirst(room)))
  }

  /// Puts bytes, of which there are no more than the tail has, in place of its oldest ones.
  private mutating func overwriteOldest(with bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let untilEnd = min(bytes.count, tailLimit - tailStart)
    tail.withUnsafeMutableBytes { tail in
      UnsafeMutableRawBufferPointer(rebasing: tail[tailStart...])
        .copyBytes(from: bytes.prefix(untilEnd))
      tail.copyBytes(from: bytes.dropFirst(untilEnd))
    }
    tailStart = (tailStart + bytes.count) % tailLimit
  }

  /// What was kept.
  var output: PyxisOutput {
    PyxisOutput(
      head: head, tail: Array(tail[tailStart...] + tail[..<tailStart]), byteCount: byteCount)
  }
}
