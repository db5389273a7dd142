import CPyxis
import PyxisCore
import PyxisShims

// MARK: - Scopes of one call

private func run(
  _ configuration: OpaquePointer?, _ operation: pyxis_operation_function?,
  _ userData: UnsafeMutableRawPointer?, label: () throws(Failure) -> ScopeLabel?
) -> pyxis_status {
  status { () throws(Failure) in
    guard let operation else { throw Failure(PYXIS_ERROR_INVALID_ARGUMENT) }
    let snapshot = try ConfigurationObject.snapshot(configuration)
    Scope.run(snapshot, label: try label()) { operation(userData) }
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
    ScopeLabel(try text(label, labelLength, "label"))
  }
}

// MARK: - Scopes that stay open

private func open(
  _ configuration: OpaquePointer?, _ scope: UnsafeMutablePointer<OpaquePointer?>?,
  label: () throws(Failure) -> ScopeLabel?
) -> pyxis_status {
  status { () throws(Failure) in
    let scope = try required(scope)
    let snapshot = try ConfigurationObject.snapshot(configuration)
    let label = try label()
    // The table's word for a scope is the thread that opened it; the frame knows the handle.
    guard
      let handle = HandleTable.make(
        UInt(bitPattern: pyxis_shims_current_thread()), kind: .scope, borrowed: false)
    else { throw .limitReached }
    scope.pointee = handle.pointer
    OpenScopes.open(
      snapshot, label: label, handle: UInt(bitPattern: handle.pointer),
      removed: { endScopeHandle(OpaquePointer(bitPattern: $0)) })
  }
}

/// See `pyxis.h`.
@c(pyxis_scope_open) @implementation
public func pyxis_scope_open(
  _ configuration: OpaquePointer?, _ scope: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  open(configuration, scope) { nil }
}

/// See `pyxis.h`.
@c(pyxis_scope_open_labeled) @implementation
public func pyxis_scope_open_labeled(
  _ configuration: OpaquePointer?, _ label: UnsafePointer<CChar>?, _ labelLength: Int,
  _ scope: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  open(configuration, scope) { () throws(Failure) in
    ScopeLabel(try text(label, labelLength, "label"))
  }
}

/// See `pyxis.h`.
@c(pyxis_scope_close) @implementation
public func pyxis_scope_close(_ scope: OpaquePointer?) -> pyxis_status {
  status { () throws(Failure) in
    guard let handle = Handle(scope), handle.kind == .scope,
      let thread = HandleTable.slot(handle.slot)?.pointee.peek(handle.generation)
    else { throw .invalidHandle }
    guard thread == UInt(bitPattern: pyxis_shims_current_thread()) else {
      throw Failure(PYXIS_ERROR_WRONG_THREAD)
    }
    // From here on no other thread can end this scope.
    guard OpenScopes.close(handle: UInt(bitPattern: scope)) else {
      throw Failure(PYXIS_ERROR_WRONG_ORDER)
    }
  }
}

/// Ends a scope's handle when its frame has left the thread's chain.
private func endScopeHandle(_ pointer: OpaquePointer?) {
  guard let handle = Handle(pointer), let slot = HandleTable.slot(handle.slot),
    case .last = slot.pointee.release(handle.generation, byOwner: true)
  else { return }
  _ = HandleTable.finish(handle.slot)
}
