import PyxisShims

/// Which configuration is in force here; see `pyxis_shims_storage_in_force` (R6, R23).
@usableFromInline
package enum EffectiveConfiguration {
  /// The storage in force, borrowed: valid while the caller runs on this thread, in this scope.
  @inline(__always)
  package static func borrow() -> Unmanaged<ConfigurationStorage>? {
    pyxis_shims_storage_in_force().map { .fromOpaque($0) }
  }

  /// The same for other modules. It lets go of nothing, which saves callers from keeping what they
  /// have meanwhile.
  @usableFromInline
  @_effects(releasenone)
  static func current() -> Unmanaged<ConfigurationStorage>? { borrow() }

  /// Runs a function with the configuration in force, which is not retained where it stays anyway.
  ///
  /// It stays unless C opened the scope: C may close that in the function. Where no scope stands in
  /// the thread's chain it is the process default's or bound to the running task, and a lexical
  /// scope of this thread cannot end before the function does.
  @inline(__always)
  static func withCurrent<Result>(_ function: (PyxisConfiguration) -> Result) -> Result {
    guard let storage = borrow() else { return function(PyxisConfiguration()) }
    if let frame = pyxis_shims_current_thread().pointee.frame,
      frame.pointee.handle != 0
        || frame.pointee.scope.storage != UnsafeRawPointer(storage.toOpaque())
    {
      return function(PyxisConfiguration(keeping: storage))
    }
    return storage._withUnsafeGuaranteedRef { function(PyxisConfiguration(storage: $0)) }
  }

  /// The box of a slot in the configuration in force, borrowed likewise, or nil.
  @usableFromInline
  package static func find(_ slot: UInt32) -> Unmanaged<Box>? {
    guard let storage = borrow() else { return nil }
    return ConfigurationStorage.find(slot, in: storage)
  }
}

/// What is in force at one place and where that is, borrowed as long as the caller stays there.
struct ScopeContext {
  /// The identity of the running task; 0 outside tasks.
  let task: UInt64
  /// The identity of the task-local scope that is current in the task; 0 for none.
  let binding: UInt64
  /// Where the task has that; nil outside tasks, and where nothing is bound or to be seen.
  let bound: UnsafeMutablePointer<pyxis_shims_binding>?
  /// The innermost frame of this thread that counts here.
  let frame: UnsafeMutablePointer<pyxis_shims_frame>?
  /// The configuration in force, or nil if there is neither a scope nor a process default.
  let storage: Unmanaged<ConfigurationStorage>?
  /// How many scopes are open here; 0 outside of all.
  let depth: UInt32
  /// The innermost scope's label.
  let label: Unmanaged<ScopeLabel>?

  /// The context of the caller.
  @inline(__always)
  init() {
    let current = pyxis_shims_current_task()
    task = current.map { pyxis_shims_task_identity($0) } ?? 0
    bound = task == 0 ? nil : ScopeBinding.borrowCurrent()
    binding = bound?.pointee.identity ?? 0
    frame = pyxis_shims_innermost_frame(task, binding)
    let scope = frame?.pointee.scope ?? bound?.pointee
    storage = scope?.storage.map { .fromOpaque($0) } ?? ProcessDefault.borrow()
    depth = scope?.depth ?? 0
    label = scope?.label.map { .fromOpaque($0) }
  }

  /// The innermost scope.
  var mark: ScopeMark { ScopeMark(depth: depth, label: label) }

  /// A copy of the configuration in force that nothing else refers to, for a scope's update.
  ///
  /// - Parameters:
  ///   - mark: The scope.
  ///   - isLexical: Whether the scope lasts no longer than the caller's place. Then the copy
  ///     borrows from what is in force there, unless C opened that and so might close it early.
  @inline(__always)
  func overriding(by mark: ScopeMark, isLexical: Bool) -> ConfigurationStorage {
    guard let storage else { return .make(updating: mark) }
    let before = storage._withUnsafeGuaranteedRef { $0.installing }
    let copy = ConfigurationStorage.borrowingCopy(
      storage, updating: mark, installing: before.depth != 0 ? before : self.mark)
    if !isLexical || (frame?.pointee.handle ?? 0) != 0 { copy.ownAll() }
    return copy
  }
}

/// What preparation published, or nothing (R1).
package enum ProcessDefault {
  /// The published storage, which lives for ever.
  @inline(__always)
  package static func borrow() -> Unmanaged<ConfigurationStorage>? {
    pyxis_shims_load_default().map { .fromOpaque($0) }
  }

  /// The process default as a value.
  package static var configuration: PyxisConfiguration {
    PyxisConfiguration(storage: borrow()?.takeUnretainedValue())
  }

  /// Publishes a configuration: readers on all threads see all of it or nothing (R10).
  package static func publish(_ configuration: PyxisConfiguration) {
    let storage = configuration.storage ?? ConfigurationStorage.make()
    pyxis_shims_store_default(storage.makeImmortal().toOpaque())
  }
}

/// A snapshot of the configuration in force: it keeps its values when the scope is gone (R7).
///
/// - Complexity: O(1): no entry is copied.
@inlinable
public var pyxisConfiguration: PyxisConfiguration {
  PyxisConfiguration(keeping: EffectiveConfiguration.current())
}
