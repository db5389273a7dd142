import CPyxis
import PyxisCore

/// An object that C code refers to by handles of one kind.
protocol HandleObject: AnyObject {
  static var kind: HandleKind { get }
}

extension HandleObject {
  /// Makes a handle that owns this object.
  ///
  /// - Throws: `PYXIS_ERROR_LIMIT_REACHED`.
  func makeHandle() throws(Failure) -> OpaquePointer? {
    let reference = Unmanaged.passRetained(self)
    guard
      let handle = HandleTable.make(
        UInt(bitPattern: reference.toOpaque()), kind: Self.kind, borrowed: false)
    else {
      reference.release()
      throw .limitReached
    }
    return handle.pointer
  }

  /// Makes a handle of this object for a callback; `HandleTable.takeBack` has to end it.
  ///
  /// - Throws: `PYXIS_ERROR_LIMIT_REACHED`.
  func lend() throws(Failure) -> Handle {
    let address = Unmanaged.passUnretained(self).toOpaque()
    guard
      let handle = HandleTable.make(UInt(bitPattern: address), kind: Self.kind, borrowed: true)
    else {
      throw .limitReached
    }
    return handle
  }

  /// Uses the object of a handle together with others who read it.
  ///
  /// - Throws: `PYXIS_ERROR_INVALID_HANDLE`, or what `body` throws.
  static func read<Value>(
    _ pointer: OpaquePointer?, _ body: (Self) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try use(pointer, exclusively: false, body)
  }

  /// Uses the object of a handle alone. What `body` returns is let go of when the use has ended.
  ///
  /// - Throws: `PYXIS_ERROR_INVALID_HANDLE`, or what `body` throws.
  static func change<Value>(
    _ pointer: OpaquePointer?, _ body: (Self) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try use(pointer, exclusively: true, body)
  }

  private static func use<Value>(
    _ pointer: OpaquePointer?, exclusively: Bool, _ body: (Self) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outcome = HandleTable.use(pointer, kind, exclusively: exclusively) { bits, _ in
      UnsafeRawPointer(bitPattern: bits).map { address in
        Unmanaged<Self>.fromOpaque(address)._withUnsafeGuaranteedRef { object in
          Result { () throws(Failure) in try body(object) }
        }
      }
    }
    guard let outcome = outcome ?? nil else { throw .invalidHandle }
    return try outcome.get()
  }

  /// Releases a handle for the caller who owns it: the whole of a release function.
  static func release(_ pointer: OpaquePointer?) -> pyxis_status {
    pointer == nil ? PYXIS_OK : HandleTable.release(pointer, kind, byOwner: true)
  }
}
