/// One word of a call, and the object that keeps what it points to alive.
enum FFIWord {
  case integer(Int128)
  case double(Double)
  case pointer(UInt, owner: AnyObject? = nil)

  /// The eight bytes that libffi reads the word from. The table's machines are little-endian.
  func bits(as kind: FFIKind) -> UInt64? {
    switch (self, kind) {
    case (.integer(let value), .int32):
      Int32(exactly: value).map { UInt64(UInt32(bitPattern: $0)) }
    case (.integer(let value), .uint32): UInt32(exactly: value).map { UInt64($0) }
    case (.integer(let value), .int64): Int64(exactly: value).map { UInt64(bitPattern: $0) }
    case (.integer(let value), .size): UInt64(exactly: value)
    case (.double(let value), .double): value.bitPattern
    case (.pointer(let value, _), .pointer): UInt64(value)
    default: nil
    }
  }
}

/// A Swift value that can be an argument of a C function: one word, or two for a text.
protocol FFIArgument {
  var words: [FFIWord] { get }
}

extension FFIArgument where Self: BinaryInteger {
  var words: [FFIWord] { [.integer(Int128(self))] }
}

extension Int: FFIArgument {}
extension Int32: FFIArgument {}
extension Int64: FFIArgument {}
extension UInt: FFIArgument {}
extension UInt32: FFIArgument {}

extension Double: FFIArgument {
  var words: [FFIWord] { [.double(self)] }
}

extension OpaquePointer: FFIArgument {
  var words: [FFIWord] { [.pointer(UInt(bitPattern: self))] }
}

extension UnsafePointer: FFIArgument {
  var words: [FFIWord] { [.pointer(UInt(bitPattern: self))] }
}

extension UnsafeMutablePointer: FFIArgument {
  var words: [FFIWord] { [.pointer(UInt(bitPattern: self))] }
}

extension UnsafeMutableRawPointer: FFIArgument {
  var words: [FFIWord] { [.pointer(UInt(bitPattern: self))] }
}

/// A string is two arguments: where its UTF-8 bytes are, and how many.
extension String: FFIArgument {
  var words: [FFIWord] { Text(utf8).words }
}

/// Bytes are two arguments, like a string, and need not be UTF-8.
extension [UInt8]: FFIArgument {
  var words: [FFIWord] { Text(self).words }
}

/// The number of bytes that says that a text ends at its first NUL: PYXIS_ZERO_TERMINATED.
let zeroTerminated = UInt.max

/// A text as two arguments: a pointer, and a length or `zeroTerminated`.
final class Text: FFIArgument {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let length: UInt

  /// A text with a length, which is followed by no NUL.
  init(_ content: some Collection<UInt8>) {
    bytes = .allocate(capacity: content.count + 1)
    _ = bytes.initialize(fromContentsOf: content)
    bytes[content.count] = 0xA5
    length = UInt(content.count)
  }

  /// A text that ends at its first NUL.
  init(terminated content: String) {
    bytes = .allocate(capacity: content.utf8.count + 1)
    _ = bytes.initialize(fromContentsOf: content.utf8)
    bytes[content.utf8.count] = 0
    length = zeroTerminated
  }

  deinit {
    bytes.deallocate()
  }

  var words: [FFIWord] {
    [.pointer(UInt(bitPattern: bytes.baseAddress), owner: self), .integer(Int128(length))]
  }
}
