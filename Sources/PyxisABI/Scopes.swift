import CPyxis
import PyxisCore
import PyxisShims

// MARK: - Scopes of one call

private func run(
  _ configuration: OpaquePointer?, _ operation: pyxis_operation_function?,
  _ userData: UnsafeMutableRawPointer?, label: () throws(Failure) -> String?
) -> pyxis_status {
  status { () throws(Failure) in
    guard let operation else { throw Failure(PYXIS_ERROR_INVALID_ARGUMENT) }
    let snapshot = try ConfigurationHandle.snapshot(configuration)
    Scope.run(consume snapshot, label: try label()) { operation(userData) }
  }
}

/// See `pyxis.h`.
@c(pyxis_scope_run) @implementation
public func pyxis_scope_run(
  _ configuration: OpaquePointer?, _ operation: pyxis_operation_function?,
  _ userData: UnsafeMutableRawPointer?
) -> pyxis_status {
  run(configuration, operation, userData) { nil }
}

/// See `pyxis.h`.
@c(pyxis_scope_run_labeled) @implementation
public func pyxis_scope_run_labeled(
  _ configuration: OpaquePointer?, _ label: UnsafePointer<CChar>?, _ labelLength: Int,
  _ operation: pyxis_operation_function?, _ userData: UnsafeMutableRawPointer?
) -> pyxis_status {
  run(configuration, operation, userData) { () throws(Failure) in
    try text(label, labelLength, "label")
  }
}

// MARK: - Scopes that stay open

private func open(
  _ configuration: OpaquePointer?, _ scope: UnsafeMutablePointer<OpaquePointer?>?,
  label: ScopeLabel?
) -> pyxis_status {
  guard let scope else { return PYXIS_ERROR_INVALID_ARGUMENT }
  scope.pointee = nil
  guard let storage = ConfigurationHandle.retain(configuration) else {
    return PYXIS_ERROR_INVALID_HANDLE
  }
  // The table's word for a scope is the thread that opened it; the frame knows the handle.
  let thread = UInt(bitPattern: pyxis_shims_current_thread())
  guard let handle = HandleTable.make(thread, kind: .scope, borrowed: false) else {
    storage.release()
    return PYXIS_ERROR_LIMIT_REACHED
  }
  OpenScopes.open(
    storage, label: label, handle: UInt(bitPattern: handle.pointer),
    removed: { endScopeHandle(OpaquePointer(bitPattern: $0)) })
  scope.pointee = handle.pointer
  return PYXIS_OK
}

/// See `pyxis.h`.
@c(pyxis_scope_open) @implementation
public func pyxis_scope_open(
  _ configuration: OpaquePointer?, _ scope: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  open(configuration, scope, label: nil)
}

/// See `pyxis.h`.
@c(pyxis_scope_open_labeled) @implementation
public func pyxis_scope_open_labeled(
  _ configuration: OpaquePointer?, _ label: UnsafePointer<CChar>?, _ labelLength: Int,
  _ scope: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  scope?.pointee = nil
  return status { () throws(Failure) in
    let label = ScopeLabel(try text(label, labelLength, "label"))
    let status = open(configuration, scope, label: label)
    guard status == PYXIS_OK else { throw Failure(status) }
  }
}

/// See `pyxis.h`.
@c(pyxis_scope_close) @implementation
public func pyxis_scope_close(_ scope: OpaquePointer?) -> pyxis_status {
  guard let handle = Handle(scope), handle.identity.isOf(.scope),
    let thread = HandleTable.slot(handle.slot)?.pointee.peek(handle.identity)
  else { return PYXIS_ERROR_INVALID_HANDLE }
  guard thread == UInt(bitPattern: pyxis_shims_current_thread()) else {
    return PYXIS_ERROR_WRONG_THREAD
  }
  // From here on no other thread can end this scope.
  return OpenScopes.close(handle: UInt(bitPattern: scope)) ? PYXIS_OK : PYXIS_ERROR_WRONG_ORDER
}

/// Ends a scope's handle when its frame has left the thread's chain. Nobody else ends it, and what
/// a scope's handle refers to is only looked at, so there is no use to wait for.
private func endScopeHandle(_ pointer: OpaquePointer?) {
  guard let handle = Handle(pointer) else { return }
  _ = HandleTable.finish(handle.slot)
}
