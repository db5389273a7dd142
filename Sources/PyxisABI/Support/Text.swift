import CPyxis
import PyxisCore
import PyxisShims

/// Reads a text that a caller passed.
///
/// - Parameters:
///   - data: The text; nil with length 0 is the empty one.
///   - length: Its size in bytes, or `PYXIS_ZERO_TERMINATED`.
///   - argument: What the message calls it.
/// - Throws: `PYXIS_ERROR_INVALID_ARGUMENT` or `PYXIS_ERROR_INVALID_UTF8`.
func text(
  _ data: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> String {
  let bytes = try textBytes(data, length, argument)
  guard UTF8Validation.firstInvalid(in: UnsafeRawBufferPointer(bytes)) == nil else {
    throw Failure(PYXIS_ERROR_INVALID_UTF8, "The \(argument) is not valid UTF-8.")
  }
  return String(unsafeUninitializedCapacity: bytes.count) { buffer in
    buffer.initialize(fromContentsOf: bytes)
  }
}

/// Borrows the bytes of a text that a caller passed, whatever they are.
func textBytes(
  _ data: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> UnsafeBufferPointer<UInt8> {
  guard let data else {
    guard length == 0 else { throw .invalidArgument("The \(argument) is NULL.") }
    return UnsafeBufferPointer(start: nil, count: 0)
  }
  let start = UnsafeRawPointer(data).assumingMemoryBound(to: UInt8.self)
  if length == zeroTerminated {
    return UnsafeBufferPointer(start: start, count: pyxis_shims_length(data))
  }
  guard length >= 0, !UInt(bitPattern: start).addingReportingOverflow(UInt(length)).overflow else {
    throw .invalidArgument("The length of the \(argument) is larger than memory.")
  }
  return UnsafeBufferPointer(start: start, count: length)
}

/// Copies bytes that a caller passed.
///
/// - Throws: `PYXIS_ERROR_INVALID_ARGUMENT`.
func byteArray(
  _ data: UnsafePointer<UInt8>?, _ size: Int, _ argument: StaticString
) throws(Failure) -> [UInt8] {
  guard size >= 0 else {
    throw .invalidArgument("The size of the \(argument) is larger than memory.")
  }
  let text = UnsafeRawPointer(data)?.assumingMemoryBound(to: CChar.self)
  return Array(try textBytes(text, size, argument))
}

/// `PYXIS_ZERO_TERMINATED`, as Swift sees a `size_t`.
let zeroTerminated: Int = -1

/// No text.
var noString: pyxis_string { pyxis_string(data: nil, length: 0) }

/// Calls a function with views of two texts, with a NUL after each, that are valid only inside it.
func withViews(
  of one: String, _ other: String,
  _ body: (UnsafePointer<pyxis_string>, UnsafePointer<pyxis_string>) -> Void
) {
  let capacity = one.utf8.count + other.utf8.count + 2
  // On the stack, where it is short.
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
    var one = pyxis_string(viewing: copy(one, to: buffer))
    var other = pyxis_string(viewing: copy(other, to: .init(rebasing: buffer[(one.length + 1)...])))
    body(&one, &other)
  }
}

/// Copies a text and a NUL to the start of a buffer, and says where the text is.
private func copy(
  _ text: String, to buffer: UnsafeMutableBufferPointer<UInt8>
) -> UnsafeBufferPointer<UInt8> {
  text.withBytes { bytes in
    let end = buffer.initialize(fromContentsOf: bytes)
    buffer[end] = 0
    return UnsafeBufferPointer(rebasing: buffer[..<end])
  }
}

/// Text with a NUL after it, which stays in one place for as long as this object lives.
final class StableText: Sendable {
  nonisolated(unsafe) private let bytes: UnsafeBufferPointer<UInt8>  // Constant.

  init(_ text: String) {
    bytes = text.withBytes { terminatedCopy(of: $0) }
  }

  deinit {
    bytes.deallocate()
  }

  /// A view that is valid as long as this object.
  var view: pyxis_string { pyxis_string(viewing: bytes) }
}

extension pyxis_string {
  /// A view of bytes that have a NUL after them.
  init(viewing bytes: UnsafeBufferPointer<UInt8>) {
    self.init(
      data: UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
      length: bytes.count)
  }
}
