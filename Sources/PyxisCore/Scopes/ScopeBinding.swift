import PyxisShims

/// What a scope binds to the task-local: the configuration in force, and who bound it.
///
/// In memory it is a `pyxis_shims_binding`, which is how synchronous scopes handle it: they mind the
/// storage's reference count themselves.
@usableFromInline
package struct ScopeBinding: Sendable {
  // Shared storages are constant; see ConfigurationStorage.
  nonisolated(unsafe) let storage: ConfigurationStorage?
  /// An identity that no other scope of the process ever has.
  let identity: UInt64
  /// Says that this was bound by no synchronous call; see `pyxis_shims_binding`.
  private let task: UInt64
  /// How many scopes deep this one is, and its label, which the storage keeps.
  let mark: ScopeMark

  /// What tasks inherit: children and `Task {}`, not `Task.detached` (R20).
  @usableFromInline
  static let current: TaskLocal<ScopeBinding> = {
    let current = TaskLocal<ScopeBinding>(wrappedValue: ScopeBinding())
    pyxis_shims_set_scope_key(
      Unmanaged.passUnretained(current).toOpaque(),
      unsafeBitCast(ScopeBinding.self as Any.Type, to: UnsafeRawPointer.self))
    return current
  }()

  /// Makes the binding of no scope.
  private init() {
    storage = nil
    identity = 0
    task = .max
    mark = .none
  }

  /// Makes the binding of a scope.
  init(_ configuration: consuming PyxisConfiguration, depth: UInt32, label: ScopeLabel?) {
    if let label { configuration.keep(label, depth: depth) }
    storage = configuration.storage ?? .make()
    identity = pyxis_shims_next_scope()
    task = .max
    mark = ScopeMark(depth: depth, label: label.map { .passUnretained($0) })
  }

  /// What the running task has bound, borrowed without the retain of `TaskLocal.get`.
  ///
  /// The binding is on the task's own list or on that of a parent that outlives it, and only the
  /// task itself removes it; so it stays while the task runs on this thread without suspending.
  @inline(__always)
  static func borrowCurrent() -> UnsafeMutablePointer<pyxis_shims_binding>? {
    guard let binding = pyxis_shims_scope_binding(), binding.pointee.storage != nil else {
      return nil
    }
    return binding
  }
}

// MARK: - References that are counted by hand

/// The address of the object that a variable refers to, without a retain.
@inline(__always)
func address<Object: AnyObject>(of variable: inout Object?) -> UnsafeRawPointer? {
  withUnsafeMutableBytes(of: &variable) { $0.load(as: UnsafeRawPointer?.self) }
}

/// Makes an owned reference one that is counted by hand.
@inline(__always)
func moved<Object: AnyObject>(_ object: consuming Object) -> Unmanaged<Object> {
  .passRetained(object)
}

/// Moves a reference out of a variable, with its count.
@inline(__always)
func move<Object: AnyObject>(_ variable: inout Object?) -> Unmanaged<Object>? {
  withUnsafeMutableBytes(of: &variable) { bytes in
    let reference = bytes.load(as: Unmanaged<Object>?.self)
    bytes.storeBytes(of: nil, as: Unmanaged<Object>?.self)
    return reference
  }
}
