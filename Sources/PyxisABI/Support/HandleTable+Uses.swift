import CPyxis
import PyxisCore
import PyxisShims

extension HandleTable {
  /// Uses what a handle refers to, together with others who read it or alone.
  ///
  /// `body` runs no code of the host's and takes no other handle.
  ///
  /// - Returns: What `body` makes of the reference and its slot, or nil if the handle is none of
  ///   this kind that lives.
  @inline(__always)
  static func use<Value>(
    _ pointer: OpaquePointer?, _ kind: HandleKind, exclusively: Bool,
    _ body: (UInt, UnsafeMutablePointer<HandleSlot>) -> Value
  ) -> Value? {
    guard let handle = Handle(pointer), handle.identity.isOf(kind),
      let slot = slot(handle.slot)
    else {
      return nil
    }
    if !exclusively, let cell = pyxis_shims_current_thread().pointee.cell,
      slot.pointee.isOwned(by: cell)
    {
      pyxis_shims_begin_use(cell, UInt64(handle.slot) &+ 1)
      if let object = slot.pointee.objectForOwner(handle.identity) {
        pyxis_shims_rest()
        let value = body(object, slot)
        pyxis_shims_end_use(cell)
        return value
      }
      pyxis_shims_end_use(cell)
    }
    guard let object = slot.pointee.acquire(handle.identity, exclusively: exclusively) else {
      return nil
    }
    if exclusively { slot.pointee.awaitOwner(UInt64(handle.slot) &+ 1) }
    pyxis_shims_rest()
    let value = body(object, slot)
    if slot.pointee.relinquish(exclusively: exclusively) { destroy(handle.slot) }
    return value
  }

  /// Ends a handle's life.
  ///
  /// - Parameter byOwner: Whether the caller is the host, who must not end borrowed ones.
  static func release(
    _ pointer: OpaquePointer?, _ kind: HandleKind, byOwner: Bool
  ) -> pyxis_status {
    guard let handle = Handle(pointer), handle.identity.isOf(kind),
      let slot = slot(handle.slot)
    else {
      return PYXIS_ERROR_INVALID_HANDLE
    }
    switch slot.pointee.release(handle.identity, byOwner: byOwner) {
    case .invalid: return PYXIS_ERROR_INVALID_HANDLE
    case .notOwned: return PYXIS_ERROR_NOT_OWNED
    case .deferred: return PYXIS_OK
    case .last:
      destroy(handle.slot)
      return PYXIS_OK
    }
  }

  /// Ends the life of a handle that was lent to a callback, as soon as nobody uses it.
  ///
  /// - Returns: Whether the handle lived until now: what it refers to is the caller's alone again.
  ///   If not, a fork left behind a thread that was changing that.
  static func takeBack(_ handle: Handle) -> Bool {
    guard let slot = slot(handle.slot),
      slot.pointee.acquire(handle.identity, exclusively: true) != nil
    else {
      return false
    }
    slot.pointee.awaitOwner(UInt64(handle.slot) &+ 1)
    _ = finish(handle.slot)
    return true
  }

  /// Frees a slot whose last use has ended, and lets go of the object it referred to.
  private static func destroy(_ index: UInt32) {
    slot(index)?.pointee.awaitOwner(UInt64(index) &+ 1)
    if let address = UnsafeRawPointer(bitPattern: finish(index)) {
      Unmanaged<AnyObject>.fromOpaque(address).release()
    }
  }
}
