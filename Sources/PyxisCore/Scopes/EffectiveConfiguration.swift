import PyxisShims

/// Which configuration is in force here: the one place that decides it (R6, R23).
///
/// Outside tasks, every scope stands in the thread's chain of frames, so the innermost frame that
/// was made outside tasks decides. Inside a task, lexical scopes are bound to the task-local, which
/// travels with the task, and the chain holds only what C opened: a frame counts while the task
/// and the task-local scope that it was opened in are current again, and then it is the innermost.
@usableFromInline
package enum EffectiveConfiguration {
  /// The storage in force, borrowed: valid while the caller runs on this thread, in this scope.
  @inline(__always)
  package static func borrow() -> Unmanaged<ConfigurationStorage>? {
    guard let task = swift_task_getCurrent() else {
      var next = pyxis_shims_current_thread().pointee.frame
      while let frame = next {
        if frame.pointee.task == 0 { return .fromOpaque(frame.pointee.storage) }
        next = frame.pointee.outer
      }
      return ProcessDefault.borrow()
    }
    return borrow(in: task)
  }

  @inline(__always)
  private static func borrow(in task: UnsafeMutableRawPointer) -> Unmanaged<ConfigurationStorage>? {
    let binding = ScopeBinding.borrowCurrent()
    if pyxis_shims_current_thread().pointee.frame != nil,
      let frame = innermostFrame(
        task: swift_task_getJobTaskId(task), binding: binding?.identity ?? 0)
    {
      return .fromOpaque(frame.pointee.storage)
    }
    return binding?.storage ?? ProcessDefault.borrow()
  }

  /// The box of a slot in the configuration in force, borrowed likewise, or nil.
  @usableFromInline
  package static func find(_ slot: UInt32) -> Unmanaged<Box>? {
    borrow().flatMap { ConfigurationStorage.find(slot, in: $0) }
  }

  /// The innermost frame of this thread that belongs to a task and a task-local scope.
  static func innermostFrame(
    task: UInt64, binding: UInt64
  ) -> UnsafeMutablePointer<pyxis_shims_frame>? {
    var next = pyxis_shims_current_thread().pointee.frame
    while let frame = next {
      if frame.pointee.task == task, task == 0 || frame.pointee.binding == binding {
        return frame
      }
      next = frame.pointee.outer
    }
    return nil
  }

  /// What is in force here, and how many scopes deep this is.
  static func context() -> ScopeContext {
    let (task, binding) = position()
    if let frame = innermostFrame(task: task, binding: binding?.identity ?? 0) {
      return ScopeContext(
        storage: .fromOpaque(frame.pointee.storage), depth: frame.pointee.depth,
        label: frame.pointee.label.map { .fromOpaque($0) })
    }
    if let binding {
      return ScopeContext(storage: binding.storage, depth: binding.depth, label: binding.label)
    }
    return ScopeContext(storage: ProcessDefault.borrow(), depth: 0, label: nil)
  }

  /// Which task and which task-local scope are current.
  static func position() -> (task: UInt64, binding: ScopeBinding.Borrowed?) {
    guard let task = swift_task_getCurrent() else { return (0, nil) }
    return (swift_task_getJobTaskId(task), ScopeBinding.borrowCurrent())
  }
}

/// What is in force at one place, borrowed as long as the caller stays there.
struct ScopeContext {
  /// The configuration in force, or nil if there is neither a scope nor a process default.
  let storage: Unmanaged<ConfigurationStorage>?
  /// How many scopes are open here; 0 outside of all.
  let depth: UInt32
  /// The innermost scope's label.
  let label: Unmanaged<ScopeLabel>?

  /// The innermost scope.
  var mark: ScopeMark { ScopeMark(depth: depth, label: label?.takeUnretainedValue()) }

  /// The scope that opens here next.
  func inner(label: ScopeLabel? = nil) -> ScopeMark {
    ScopeMark(depth: depth &+ 1, label: label)
  }

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
    pyxis_shims_store_default(
      ConfigurationStorage.makeImmortal(.passUnretained(storage)).toOpaque())
  }
}

/// A snapshot of the configuration in force: it keeps its values when the scope is gone (R7).
///
/// - Complexity: O(1): no entry is copied.
public var pyxisConfiguration: PyxisConfiguration {
  PyxisConfiguration(storage: EffectiveConfiguration.borrow()?.takeUnretainedValue())
}
