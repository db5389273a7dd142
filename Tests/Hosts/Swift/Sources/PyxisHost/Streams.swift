// Standard input and output as bytes.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stream that ended inside a frame, or could not be read or written.
struct StreamError: Error {}

/// Writes all bytes to a file descriptor.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { throw StreamError() }
    rest = rest.dropFirst(count)
  }
}

/// Writes a value to standard output, as a line.
func printLine(_ value: JSON) throws {
  try writeAll(value.encoded + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
}

/// Writes a message to standard error, as a line.
func complain(_ message: String) throws {
  try writeAll(Array(message.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
}

/// Reads standard input to its end.
func readInput() throws -> [UInt8] {
  var bytes: [UInt8] = []
  while true {
    var failed = false
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let result = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      failed = result < 0
      count = max(result, 0)
    }
    if failed && errno == EINTR { continue }
    guard !failed else { throw StreamError() }
    if chunk.isEmpty { return bytes }
    bytes += chunk
  }
}

/// The frames of a stream: each is its length in decimal, a newline, and that many bytes.
func frames(of stream: [UInt8]) throws -> [[UInt8]] {
  var frames: [[UInt8]] = []
  var rest = stream[...]
  while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
    guard let length = Int(String(decoding: rest[..<newline], as: UTF8.self)) else {
      throw StreamError()
    }
    rest = rest[(newline + 1)...]
    guard length >= 0, length <= rest.count else { throw StreamError() }
    frames.append(Array(rest.prefix(length)))
    rest = rest.dropFirst(length)
  }
  guard rest.isEmpty else { throw StreamError() }
  return frames
}
