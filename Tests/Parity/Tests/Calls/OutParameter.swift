import CPyxis
import Testing

/// An argument that a call stores something in.
protocol OutParameter: FFIArgument {
  /// Checks what holds after every call of any function.
  func check(after status: Status, of function: Table.Function, sourceLocation: SourceLocation)
}

/// Memory for a call to store a value in. It starts as garbage, so that a zero was stored.
final class Out<Value: BitwiseCopyable>: OutParameter {
  let pointer: UnsafeMutablePointer<Value>

  init(_ type: Value.Type = Value.self) {
    pointer = .allocate(capacity: 1)
    fill()
  }

  deinit {
    pointer.deallocate()
  }

  var value: Value { pointer.pointee }
  var words: [FFIWord] { [.pointer(UInt(bitPattern: pointer), owner: self)] }
  var isZero: Bool { bytes.allSatisfy { $0 == 0 } }
  var isUntouched: Bool { bytes.allSatisfy { $0 == Self.garbage } }

  /// Makes it garbage again.
  func fill() {
    for index in bytes.indices { bytes[index] = Self.garbage }
  }

  func check(after status: Status, of function: Table.Function, sourceLocation: SourceLocation) {
    // Functions that copy say how long the value is, also when it is too long.
    if status == .ok || status == .bufferTooSmall { return }
    #expect(
      isZero, "\(function.name) returned \(status) and left an out-parameter that is not zero",
      sourceLocation: sourceLocation)
  }

  private static var garbage: UInt8 { 0xA5 }

  private var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: pointer, count: MemoryLayout<Value>.size)
  }
}

/// A function's last, optional `pyxis_error **`. It releases the error object.
final class ErrorOut: OutParameter {
  private let pointer: UnsafeMutablePointer<OpaquePointer?>

  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: OpaquePointer(bitPattern: UInt.max))
  }

  deinit {
    if let handle { _ = pyxis_error_release(handle) }
    pointer.deallocate()
  }

  var words: [FFIWord] { [.pointer(UInt(bitPattern: pointer), owner: self)] }

  /// The error object, nil if the call made none.
  var handle: OpaquePointer? {
    pointer.pointee == OpaquePointer(bitPattern: UInt.max) ? nil : pointer.pointee
  }

  func check(after status: Status, of function: Table.Function, sourceLocation: SourceLocation) {
    guard status.isError else {
      #expect(
        pointer.pointee == nil, "\(function.name) returned \(status) and stored no NULL error",
        sourceLocation: sourceLocation)
      return
    }
    #expect(handle != nil, "\(function.name) made no error", sourceLocation: sourceLocation)
    #expect(
      abi.pyxis_error_status(handle) == status, "\(function.name) made another error",
      sourceLocation: sourceLocation)
  }
}

extension ErrorOut {
  /// The error's message.
  func message() throws -> String {
    let view = Out<pyxis_string>()
    try #require(abi.pyxis_error_message(handle, view) == .ok)
    return try #require(view.value.string)
  }

  /// The key that the error is about, if it is about one.
  func key() throws -> String? {
    let view = Out<pyxis_string>()
    let status = abi.pyxis_error_key(handle, view)
    try #require(status == .ok || status == .notFound)
    return view.value.string
  }

  /// The place in a text that the error is about, if it is about one.
  func offset() throws -> Int? {
    let offset = Out<Int>()
    let status = abi.pyxis_error_offset(handle, offset)
    try #require(status == .ok || status == .notFound)
    return status == .ok ? offset.value : nil
  }

  /// The version of the payload that the error is about, if it is about one.
  func version() throws -> Int64? {
    let version = Out<Int64>()
    let status = abi.pyxis_error_version(handle, version)
    try #require(status == .ok || status == .notFound)
    return status == .ok ? version.value : nil
  }
}
