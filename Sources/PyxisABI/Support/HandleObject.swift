import CPyxis
import PyxisCore

/// An object that C code refers to by handles of one kind.
protocol HandleObject: AnyObject {
  static var kind: HandleKind { get }
}

extension HandleObject {
  /// Makes a handle that owns this object.
  ///
  /// - Parameter borrowed: Whether only the library releases it.
  /// - Throws: `PYXIS_ERROR_LIMIT_REACHED`.
  func makeHandle(borrowed: Bool = false) throws(Failure) -> OpaquePointer? {
    let reference = Unmanaged.passRetained(self)
    guard
      let handle = HandleTable.make(
        UInt(bitPattern: reference.toOpaque()), kind: Self.kind, borrowed: borrowed)
    else {
      reference.release()
      throw .limitReached
    }
    return handle.pointer
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
    var outcome = Result<Value, Failure>.failure(.invalidHandle)
    _ = HandleTable.use(pointer, kind, exclusively: exclusively) { bits, _ in
      guard let address = UnsafeRawPointer(bitPattern: bits) else { return }
      outcome = Result { () throws(Failure) in
        try body(Unmanaged<Self>.fromOpaque(address).takeUnretainedValue())
      }
    }
    return try outcome.get()
  }

  /// Releases a handle for the caller who owns it: the whole of a release function.
  static func release(_ pointer: OpaquePointer?) -> pyxis_status {
    pointer == nil ? PYXIS_OK : HandleTable.release(pointer, kind, byOwner: true)
  }

  /// Ends the life of a handle that was lent to a callback.
  static func reclaim(_ pointer: OpaquePointer?) {
    _ = HandleTable.release(pointer, kind, byOwner: false)
  }
}
