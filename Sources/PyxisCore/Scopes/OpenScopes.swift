import PyxisShims

/// Scopes that stay open on one thread until they are closed, for hosts whose scope is not one call.
///
/// They are not bound to the task-local: the runtime frees its bindings in strict order and ends
/// the process otherwise. Each is a frame of the thread's chain (see ``EffectiveConfiguration``).
package enum OpenScopes {
  package typealias Frame = UnsafeMutablePointer<pyxis_shims_frame>

  /// Opens a scope on this thread, inside whatever is in force here.
  ///
  /// - Parameters:
  ///   - configuration: Shown by the scope as it is now.
  ///   - label: What explanations call the scope.
  ///   - handle: What the host knows the scope by; not 0.
  ///   - removed: Told the handle when the scope is closed, be it by ``close(handle:)`` or by the end of
  ///     the scope around it or of its thread.
  package static func open(
    _ configuration: PyxisConfiguration, label: ScopeLabel?, handle: UInt,
    removed: @escaping @convention(c) (UInt) -> Void
  ) {
    let storage = configuration.storage ?? ConfigurationStorage.make()
    let (task, binding) = EffectiveConfiguration.position()
    let depth = EffectiveConfiguration.context().depth &+ 1
    let thread = pyxis_shims_current_thread()
    let frame = Frame.allocate(capacity: 1)
    frame.initialize(
      to: pyxis_shims_frame(
        outer: thread.pointee.frame, storage: Unmanaged.passRetained(storage).toOpaque(),
        task: task, binding: binding?.identity ?? 0, depth: depth,
        label: label.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) },
        handle: handle, removed: removed))
    thread.pointee.frame = frame
  }

  /// Closes a scope of this thread.
  ///
  /// - Parameter handle: What it was opened with; not 0.
  /// - Returns: Whether it is the innermost open one in this task and scope; else nothing changed.
  package static func close(handle: UInt) -> Bool {
    let (task, binding) = EffectiveConfiguration.position()
    guard
      let frame = EffectiveConfiguration.innermostFrame(
        task: task, binding: binding?.identity ?? 0),
      frame.pointee.handle == handle
    else { return false }
    remove { $0 == frame }
    return true
  }

  /// Ends what a lexical scope outside tasks left open, and the scope itself.
  @inline(__always)
  static func remove(lexical frame: Frame) {
    let thread = pyxis_shims_current_thread()
    if thread.pointee.frame == frame {
      thread.pointee.frame = frame.pointee.outer
    } else {
      abandonInside(frame)
    }
  }

  /// Ends what a lexical scope inside a task left open on this thread.
  @inline(__always)
  static func abandon(binding: UInt64) {
    if pyxis_shims_current_thread().pointee.frame != nil {
      remove { $0.pointee.task != 0 && $0.pointee.binding == binding }
    }
  }

  /// Ends all scopes of a thread that is about to end.
  package static func abandonAll() {
    remove { _ in true }
  }

  @inline(never)
  private static func abandonInside(_ frame: Frame) {
    // Frames of tasks that ran inside, on this thread, belong to those tasks and stay.
    var isInside = true
    remove {
      guard isInside else { return false }
      isInside = $0 != frame
      return $0.pointee.task == 0
    }
  }

  /// Takes frames out of this thread's chain, and then lets go of what they held.
  private static func remove(where isRemoved: (Frame) -> Bool) {
    let thread = pyxis_shims_current_thread()
    var removed: Frame?
    var inner: Frame?
    var next = thread.pointee.frame
    while let frame = next {
      next = frame.pointee.outer
      guard isRemoved(frame) else {
        inner = frame
        continue
      }
      if let inner { inner.pointee.outer = next } else { thread.pointee.frame = next }
      frame.pointee.outer = removed
      removed = frame
    }
    // Letting go may run a destructor of the host's, which may open and close scopes.
    while let frame = removed {
      removed = frame.pointee.outer
      guard frame.pointee.handle != 0 else { continue }
      let storage = Unmanaged<ConfigurationStorage>.fromOpaque(frame.pointee.storage)
      frame.pointee.removed?(frame.pointee.handle)
      let label = frame.pointee.label.map { Unmanaged<ScopeLabel>.fromOpaque($0) }
      frame.deallocate()
      label?.release()
      storage.release()
    }
  }
}
