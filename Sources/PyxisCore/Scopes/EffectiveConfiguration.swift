import PyxisShims

/// Which configuration is in force here; see `pyxis_shims_storage_in_force` (R6, R23).
@usableFromInline
package enum EffectiveConfiguration {
  /// The storage in force, borrowed: valid while the caller runs on this thread, in this scope.
  @inline(__always)
  package static func borrow() -> Unmanaged<ConfigurationStorage>? {
    pyxis_shims_storage_in_force().map { .fromOpaque($0) }
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
    let bound = current == nil ? nil : ScopeBinding.borrowCurrent()
    task = current.map { pyxis_shims_task_identity($0) } ?? 0
    binding = bound?.identity ?? 0
    frame = pyxis_shims_innermost_frame(task, binding)
    if let frame {
      storage = .fromOpaque(frame.pointee.storage)
      depth = frame.pointee.depth
      label = frame.pointee.label.map { .fromOpaque($0) }
    } else {
      storage = bound?.storage ?? ProcessDefault.borrow()
      depth = bound?.mark.depth ?? 0
      label = bound?.mark.label
    }
  }

  /// The innermost scope.
  var mark: ScopeMark { ScopeMark(depth: depth, label: label) }

  /// A copy of the configuration in force that nothing else refers to, for a scope's update.
  func overriding(by mark: ScopeMark) -> PyxisConfiguration {
    guard let storage else {
      return PyxisConfiguration(storage: .make(updating: mark))
    }
    let before = storage._withUnsafeGuaranteedRef { $0.installing }
    return PyxisConfiguration(
      storage: .copy(
        storage, updating: mark, installing: before.depth != 0 ? before : self.mark))
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
public var pyxisConfiguration: PyxisConfiguration {
  PyxisConfiguration(storage: EffectiveConfiguration.borrow()?.takeUnretainedValue())
}
