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
  String(decoding: try utf8Bytes(data, length, argument), as: UTF8.self)
}

/// Borrows the bytes of a text that a caller passed, as `text(_:_:_:)` reads it.
func utf8Bytes(
  _ data: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(Failure) -> UnsafeRawBufferPointer {
  let bytes = UnsafeRawBufferPointer(try textBytes(data, length, argument))
  guard UTF8Validation.firstInvalid(in: bytes) == nil else {
    throw Failure(PYXIS_ERROR_INVALID_UTF8, "The \(argument) is not valid UTF-8.")
  }
  return bytes
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

/// Calls a function with a view of a text, with a NUL after it, that is valid only inside it.
@inline(__always)
func withView<Result>(of text: String, _ body: (UnsafePointer<pyxis_string>) -> Result) -> Result {
  text.withCString { start in
    var view = pyxis_string(data: start, length: text.utf8.count)
    return body(&view)
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
