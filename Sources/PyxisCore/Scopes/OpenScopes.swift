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
  ///   - original: The configuration to show, retained for the scope.
  ///   - label: What explanations call the scope.
  ///   - handle: What the host knows the scope by; not 0.
  ///   - removed: Told the handle when the scope is closed, be it by ``close(handle:)`` or by the end of
  ///     the scope around it or of its thread.
  package static func open(
    _ original: Unmanaged<ConfigurationStorage>, label: ScopeLabel?, handle: UInt,
    removed: @escaping @convention(c) (UInt) -> Void
  ) {
    let context = ScopeContext()
    let depth = context.depth &+ 1
    let storage = label.map { keep($0, depth: depth, in: original) } ?? original
    let frame = takeFrame()
    frame.initialize(
      to: pyxis_shims_frame(
        scope: pyxis_shims_binding(
          storage: storage.toOpaque(), identity: context.binding, task: context.task, depth: depth,
          label: label.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }),
        outer: nil, number: 0, handle: handle, removed: removed, call: nil, bound: nil,
        lent_before: nil, is_made: false, is_binding: false))
    pyxis_shims_push_frame(frame)
  }

  /// Exchanges a storage for one that keeps a scope's label, so that captures know it too.
  private static func keep(
    _ label: ScopeLabel, depth: UInt32, in storage: Unmanaged<ConfigurationStorage>
  ) -> Unmanaged<ConfigurationStorage> {
    var configuration = PyxisConfiguration(storage: storage.takeRetainedValue())
    configuration.keep(label, depth: depth)
    return move(&configuration.storage) ?? .passRetained(.make())
  }

  /// Closes a scope of this thread.
  ///
  /// - Parameter handle: What it was opened with; not 0.
  /// - Returns: Whether it is the innermost open one in this task and scope; else nothing changed.
  package static func close(handle: UInt) -> Bool {
    guard let frame = ScopeContext().frame, frame.pointee.handle == handle else { return false }
    let thread = pyxis_shims_current_thread()
    if thread.pointee.frame == frame {
      thread.pointee.frame = frame.pointee.outer
      pyxis_shims_frames_removed()
      letGo(frame)
    } else {
      remove { $0 == frame }
    }
    return true
  }

  /// Takes the frame of a lexical scope outside tasks out of the chain, and ends what it left open.
  @inline(__always)
  static func remove(lexical frame: Frame) {
    let thread = pyxis_shims_current_thread()
    if thread.pointee.frame == frame {
      thread.pointee.frame = frame.pointee.outer
      pyxis_shims_frames_removed()
    } else {
      abandonInside(frame)
    }
  }

  /// Ends what C left open in a task-local scope, in one task, on this thread. Other tasks that
  /// inherited the scope are still inside.
  @inline(__always)
  static func abandon(binding: UInt64, of task: UInt64) {
    if pyxis_shims_current_thread().pointee.frame != nil {
      remove { $0.pointee.scope.task == task && $0.pointee.scope.identity == binding }
    }
  }

  /// Ends all scopes of a thread that is about to end, those that destructors open meanwhile too.
  private static let threadEnds: @convention(c) () -> Void = {
    while pyxis_shims_current_thread().pointee.frame != nil { remove { _ in true } }
    freeFrames()
    ConfigurationStorage.freeSpares()
  }

  /// Sees to it that the scopes of this thread end with it, and what is kept for the next ones.
  static func cleanUpAtThreadExit() {
    pyxis_shims_at_thread_exit(.scopes, threadEnds)
  }

  /// Runs a callback, and closes the scopes that it opens and leaves open.
  package static func closing<Result>(_ callback: () throws -> Result) rethrows -> Result {
    let number = last
    defer { closeAll(since: number) }
    return try callback()
  }

  /// The number of the last scope of this thread, to tell later which were opened since. Scopes
  /// that are open now may be closed by then, and their frames used again.
  @inline(__always)
  static var last: UInt64 { pyxis_shims_current_thread().pointee.last_frame }

  /// Ends what the caller's task, or the thread outside tasks, opened here and left open.
  ///
  /// - Parameter number: What ``last`` was before.
  @inline(__always)
  static func closeAll(since number: UInt64) {
    while let frame = pyxis_shims_current_thread().pointee.frame, frame.pointee.number > number,
      closeSome(since: number)
    {}
  }

  /// - Returns: Whether there was any.
  @inline(never)
  private static func closeSome(since number: UInt64) -> Bool {
    let task = ScopeContext().task
    var count = 0
    remove {
      guard $0.pointee.number > number, $0.pointee.scope.task == task, $0.pointee.handle != 0 else {
        return false
      }
      count += 1
      return true
    }
    return count > 0
  }

  @inline(never)
  private static func abandonInside(_ frame: Frame) {
    // Frames of tasks that ran inside, on this thread, belong to those tasks and stay.
    var isInside = true
    remove {
      guard isInside else { return false }
      isInside = $0 != frame
      return $0.pointee.scope.task == 0
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
    pyxis_shims_frames_removed()
    while let frame = removed {
      removed = frame.pointee.outer
      letGo(frame)
    }
  }

  /// Ends an open scope whose frame has left the chain; the frame of a lexical one ends by itself.
  private static func letGo(_ frame: Frame) {
    guard frame.pointee.handle != 0 else { return }
    let storage = frame.pointee.scope.storage
    frame.pointee.removed?(frame.pointee.handle)
    giveFrame(frame)
    if let storage { Unmanaged<ConfigurationStorage>.fromOpaque(storage).release() }
  }

  // MARK: - Free frames

  /// How many free frames a thread keeps.
  private static let keptFrames: UInt16 = 16

  @inline(__always)
  static func takeFrame() -> Frame {
    let thread = pyxis_shims_current_thread()
    guard let frame = thread.pointee.free_frames else {
      cleanUpAtThreadExit()
      let frame = Frame.allocate(capacity: 1)
      frame.initialize(to: pyxis_shims_frame())
      return frame
    }
    thread.pointee.free_frames = frame.pointee.outer
    thread.pointee.free_frame_count &-= 1
    return frame
  }

  @inline(__always)
  static func giveFrame(_ frame: Frame) {
    let thread = pyxis_shims_current_thread()
    guard thread.pointee.free_frame_count < keptFrames else { return frame.deallocate() }
    frame.pointee.outer = thread.pointee.free_frames
    thread.pointee.free_frames = frame
    thread.pointee.free_frame_count &+= 1
  }

  private static func freeFrames() {
    let thread = pyxis_shims_current_thread()
    while let frame = thread.pointee.free_frames {
      thread.pointee.free_frames = frame.pointee.outer
      frame.deallocate()
    }
    thread.pointee.free_frame_count = 0
  }
}
