import PyxisShims

/// What a scope binds to the task-local: the configuration in force, and who bound it.
struct ScopeBinding: Sendable {
  // Shared storages are constant; see ConfigurationStorage.
  nonisolated(unsafe) let storage: ConfigurationStorage
  /// An identity that no other scope of the process ever has.
  let identity: UInt64
  /// How many scopes deep this one is, and its label.
  let mark: ScopeMark

  init(_ configuration: PyxisConfiguration, mark: ScopeMark) {
    storage = configuration.storage ?? ConfigurationStorage.make()
    identity = pyxis_shims_next_scope()
    self.mark = mark
  }

  /// What tasks inherit: children and `Task {}`, not `Task.detached` (R20).
  static let current: TaskLocal<ScopeBinding?> = {
    let current = TaskLocal<ScopeBinding?>(wrappedValue: nil)
    pyxis_shims_set_scope_key(Unmanaged.passUnretained(current).toOpaque())
    return current
  }()

  /// A binding as it stands in memory, without references of its own.
  struct Borrowed {
    let storage: Unmanaged<ConfigurationStorage>
    let identity: UInt64
    let depth: UInt32
    let label: Unmanaged<ScopeLabel>?
  }

  /// Borrows what the running task has bound, without the retain of `TaskLocal.get`.
  ///
  /// The binding is on the task's own list or on that of a parent that outlives it, and only the
  /// task itself removes it; so it stays while the task runs on this thread without suspending.
  @inline(__always)
  static func borrowCurrent() -> Borrowed? {
    // The layout is the same, and an optional of either is nil where its first word is.
    pyxis_shims_scope_binding()?.assumingMemoryBound(to: Borrowed?.self).pointee
  }
}
