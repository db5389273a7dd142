import PyxisShims

/// What a scope binds to the task-local: the configuration in force, and who bound it.
struct ScopeBinding: Sendable {
  // Shared storages are constant; see ConfigurationStorage.
  nonisolated(unsafe) let storage: ConfigurationStorage
  /// An identity that no other scope of the process ever has.
  let identity: UInt64
  /// How many scopes deep this one is, and its label, which the storage keeps.
  let mark: ScopeMark

  /// What tasks inherit: children and `Task {}`, not `Task.detached` (R20).
  static let current: TaskLocal<ScopeBinding?> = {
    let current = TaskLocal<ScopeBinding?>(wrappedValue: nil)
    pyxis_shims_set_scope_key(
      Unmanaged.passUnretained(current).toOpaque(),
      unsafeBitCast(ScopeBinding?.self as Any.Type, to: UnsafeRawPointer.self))
    return current
  }()

  /// A binding as it stands in memory; whoever has it minds the storage's reference count.
  ///
  /// The layout is that of `ScopeBinding`, and an optional of either is nil where its first word is.
  struct Bits: BitwiseCopyable {
    let storage: Unmanaged<ConfigurationStorage>
    let identity: UInt64
    let mark: ScopeMark

    /// Binds this to the task-local here, which takes the reference over.
    ///
    /// It has to be unbound in the same synchronous call: bindings are on a stack.
    @inline(__always)
    func bind() {
      if pyxis_shims_scope_key_is_missing() { _ = ScopeBinding.current }
      withUnsafePointer(to: self) { pyxis_shims_bind_scope($0) }
    }
  }

  /// Ends the innermost binding here.
  @inline(__always)
  static func unbind() {
    pyxis_shims_unbind_scope()
  }

  /// Makes the binding of a scope, with a reference of its own to the storage.
  ///
  /// - Parameter configuration: Taken over: it is empty afterwards.
  @inline(__always)
  static func make(
    _ configuration: inout PyxisConfiguration, depth: UInt32, label: ScopeLabel?
  ) -> Bits {
    if let label { configuration.keep(label, depth: depth) }
    return Bits(
      storage: move(&configuration.storage) ?? .passRetained(.make()),
      identity: pyxis_shims_next_scope(),
      mark: ScopeMark(depth: depth, label: label.map { .passUnretained($0) }))
  }

  /// Makes the binding of a scope, as a value.
  static func make(
    _ configuration: consuming PyxisConfiguration, depth: UInt32, label: ScopeLabel?
  ) -> ScopeBinding {
    let bits = make(&configuration, depth: depth, label: label)
    return ScopeBinding(
      storage: bits.storage.takeRetainedValue(), identity: bits.identity, mark: bits.mark)
  }

  /// Borrows what the running task has bound, without the retain of `TaskLocal.get`.
  ///
  /// The binding is on the task's own list or on that of a parent that outlives it, and only the
  /// task itself removes it; so it stays while the task runs on this thread without suspending.
  @inline(__always)
  static func borrowCurrent() -> Bits? {
    pyxis_shims_scope_binding()?.assumingMemoryBound(to: Bits?.self).pointee
  }
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
