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

  /// Uses the object of a handle, together with others who read it or alone.
  ///
  /// `body` runs no code of the host's and takes no other handle.
  ///
  /// - Returns: What `body` returns, or nil if the handle is none of this kind that lives.
  @inline(__always)
  static func use<Value>(
    _ pointer: OpaquePointer?, exclusively: Bool = false, _ body: (Self) -> Value
  ) -> Value? {
    guard let handle = Handle(pointer), handle.kind == kind,
      let slot = HandleTable.slot(handle.slot),
      let bits = slot.pointee.acquire(handle.generation, exclusively: exclusively),
      let address = UnsafeRawPointer(bitPattern: bits)
    else { return nil }
    let value = Unmanaged<Self>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
    if slot.pointee.relinquish(exclusively: exclusively) { destroy(handle) }
    return value
  }

  /// Uses the object of a handle together with others who read it.
  ///
  /// - Throws: `PYXIS_ERROR_INVALID_HANDLE`, or what `body` throws.
  static func read<Value>(
    _ pointer: OpaquePointer?, _ body: (Self) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try outcome(of: pointer, exclusively: false, body)
  }

  /// Uses the object of a handle alone. What `body` returns is let go of when the use has ended.
  ///
  /// - Throws: `PYXIS_ERROR_INVALID_HANDLE`, or what `body` throws.
  static func change<Value>(
    _ pointer: OpaquePointer?, _ body: (Self) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try outcome(of: pointer, exclusively: true, body)
  }

  private static func outcome<Value>(
    of pointer: OpaquePointer?, exclusively: Bool, _ body: (Self) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outcome = use(pointer, exclusively: exclusively) { object in
      Result { () throws(Failure) in try body(object) }
    }
    guard let outcome else { throw .invalidHandle }
    return try outcome.get()
  }

  /// Releases a handle for the caller who owns it: the whole of a release function.
  static func release(_ pointer: OpaquePointer?) -> pyxis_status {
    if pointer == nil { return PYXIS_OK }
    return end(pointer, byOwner: true)
  }

  /// Ends the life of a handle that was lent to a callback.
  static func reclaim(_ pointer: OpaquePointer?) {
    _ = end(pointer, byOwner: false)
  }

  private static func end(_ pointer: OpaquePointer?, byOwner: Bool) -> pyxis_status {
    guard let handle = Handle(pointer), handle.kind == kind,
      let slot = HandleTable.slot(handle.slot)
    else { return PYXIS_ERROR_INVALID_HANDLE }
    switch slot.pointee.release(handle.generation, byOwner: byOwner) {
    case .invalid: return PYXIS_ERROR_INVALID_HANDLE
    case .notOwned: return PYXIS_ERROR_NOT_OWNED
    case .deferred: return PYXIS_OK
    case .last:
      destroy(handle)
      return PYXIS_OK
    }
  }

  private static func destroy(_ handle: Handle) {
    if let address = UnsafeRawPointer(bitPattern: HandleTable.finish(handle.slot)) {
      Unmanaged<Self>.fromOpaque(address).release()
    }
  }
}
