import PyxisShims

/// A scope that lasts as long as one synchronous call, inside and outside tasks (R17, R18, R23).
///
/// It is what `withPyxis` is made of, in parts that are compiled once: the caller opens it, runs
/// the operation, and closes it on the same thread, on every path.
///
/// A scope that overrides entries has a storage of its own, which borrows from what was in force
/// where the scope was made: that stays in force around the scope, and so stays alive. Values, tasks
/// and handles that keep the storage retain it like any other, and read it on any thread. The scope
/// has a reference of its own until it has ended, or until it was abandoned; if there are others
/// then, it makes the storage own what it borrowed, and only after that can what it borrowed from
/// end.
///
/// The outermost scope of a synchronous call binds the task-local. Scopes inside, in the same task
/// or outside tasks, put what they show in its place and take it away again: all code until then
/// runs on this thread, and tasks that it starts copy what is bound. They never link to it, since
/// what synchronous code binds ends before they do.
@usableFromInline
package struct LexicalScope {
  /// What the scope shows; taken over when it opens.
  @usableFromInline
  package var configuration: PyxisConfiguration
  /// All else that is to be known of the scope until it has ended.
  private let frame: OpenScopes.Frame

  /// Prepares a scope that overrides entries of the effective configuration.
  ///
  /// It has to be opened or abandoned.
  @usableFromInline
  package init(label: String?) {
    let context = ScopeContext()
    let label = label.map { Unmanaged.passRetained(ScopeLabel($0)) }
    configuration = PyxisConfiguration(
      storage: context.overriding(
        by: ScopeMark(depth: context.depth &+ 1, label: label), isLexical: true))
    frame = Self.makeFrame(in: context, label: label)
    guard let loan = Loan.open(&configuration) else { return }
    frame.pointee.scope.storage = loan.storage
    frame.pointee.is_made = true
    frame.pointee.lent_before = loan.before
  }

  /// Prepares a scope that shows a configuration.
  ///
  /// It has to be opened.
  @usableFromInline
  package init(_ configuration: consuming PyxisConfiguration, label: String?) {
    self.configuration = configuration
    frame = Self.makeFrame(
      in: ScopeContext(), label: label.map { .passRetained(ScopeLabel($0)) })
  }

  @inline(__always)
  private static func makeFrame(
    in context: ScopeContext, label: Unmanaged<ScopeLabel>?
  ) -> OpenScopes.Frame {
    let frame = OpenScopes.takeFrame()
    // The rest is said when the scope opens.
    frame.pointee.scope.task = context.task
    frame.pointee.scope.depth = context.depth &+ 1
    frame.pointee.scope.label = label.map { UnsafeRawPointer($0.toOpaque()) }
    frame.pointee.bound = context.bound
    frame.pointee.handle = 0
    frame.pointee.is_made = false
    frame.pointee.is_binding = false
    return frame
  }

  // MARK: - Opening

  /// Puts the configuration in force.
  @usableFromInline
  package mutating func open() {
    let shown = takeConfiguration()
    frame.pointee.scope.storage = UnsafeRawPointer(shown.toOpaque())
    frame.pointee.scope.identity = pyxis_shims_next_scope()
    // Outside tasks, the chain is what readers look at, and the task-local what `Task {}` inherits.
    if frame.pointee.scope.task == 0 { pyxis_shims_push_frame(frame) }
    if pyxis_shims_has_tasks() { bind() }
  }

  @inline(__always)
  private func bind() {
    let thread = pyxis_shims_current_thread()
    let call = thread.pointee.call
    frame.pointee.call = call
    // In a task, the runtime may hide what is bound: destructors that belong to an actor see none.
    let task = frame.pointee.scope.task
    if let call, call.pointee.scope.task == task,
      task == 0 || frame.pointee.bound == call.pointee.bound
    {
      frame.pointee.bound = call.pointee.bound
      frame.pointee.bound?.pointee = frame.pointee.scope
    } else {
      if pyxis_shims_scope_key_is_missing() { _ = ScopeBinding.current }
      // It has to be unbound in the same synchronous call: bindings are on a stack.
      pyxis_shims_bind_scope(frame)
    }
    thread.pointee.call = frame
  }

  /// Takes the storage to show out of the configuration, with a reference.
  @inline(__always)
  private mutating func takeConfiguration() -> Unmanaged<ConfigurationStorage> {
    let label = frame.pointee.scope.label.map { Unmanaged<ScopeLabel>.fromOpaque($0) }
    let isUpdated = frame.pointee.is_made
    if takeBack(), let shown = move(&configuration.storage) {
      if let label {
        shown._withUnsafeGuaranteedRef {
          $0.keep(label.takeUnretainedValue(), depth: frame.pointee.scope.depth)
        }
      }
      return shown
    }
    if isUpdated, isKnownUniquelyReferenced(&configuration.storage) {
      // A storage that was made for more entries is the scope's, too.
      configuration.storage?.finishUpdate()
      frame.pointee.is_made = true
    }
    if let label {
      configuration.keep(label.takeUnretainedValue(), depth: frame.pointee.scope.depth)
    }
    return move(&configuration.storage) ?? .passRetained(.make())
  }

  /// Ends the loan of the scope's storage to its update.
  ///
  /// - Returns: Whether the configuration has the only reference to that storage now.
  @inline(__always)
  private mutating func takeBack() -> Bool {
    guard frame.pointee.is_made, let made = frame.pointee.scope.storage else { return false }
    let loan = Loan(storage: made, before: frame.pointee.lent_before)
    frame.pointee.is_made = loan.close(&configuration)
    return frame.pointee.is_made
  }

  // MARK: - Closing

  /// Gives up a scope that is not going to be opened.
  @usableFromInline
  package mutating func abandon() {
    let last = OpenScopes.last
    if takeBack(), let storage = move(&configuration.storage) {
      ConfigurationStorage.recycle(storage)
    }
    end()
    OpenScopes.closeAll(since: last)
  }

  /// Puts in force again what was before.
  @usableFromInline
  package func close() {
    let last = OpenScopes.last
    // Destructors of what C left open in the scope run when it is in force no more.
    if pyxis_shims_has_tasks() { unbind() }
    let task = frame.pointee.scope.task
    if task == 0 {
      OpenScopes.remove(lexical: frame)
    } else {
      OpenScopes.abandon(binding: frame.pointee.scope.identity, of: task)
    }
    if let shown = frame.pointee.scope.storage {
      let storage = Unmanaged<ConfigurationStorage>.fromOpaque(shown)
      if frame.pointee.is_made { ConfigurationStorage.recycle(storage) } else { storage.release() }
    }
    end()
    // Values that ended with the scope may have opened scopes in their destructors.
    OpenScopes.closeAll(since: last)
  }

  @inline(__always)
  private func unbind() {
    let call = frame.pointee.call
    pyxis_shims_current_thread().pointee.call = call
    if frame.pointee.is_binding {
      // The runtime lets go of what is bound, which is not the binding's: only copies of it have
      // references of their own.
      frame.pointee.bound?.pointee.storage = nil
      pyxis_shims_unbind_scope()
    } else if let call {
      frame.pointee.bound?.pointee = call.pointee.scope
    }
  }

  /// Gives the frame back.
  @inline(__always)
  private func end() {
    if let label = frame.pointee.scope.label { Unmanaged<ScopeLabel>.fromOpaque(label).release() }
    OpenScopes.giveFrame(frame)
  }
}

/// Runs an operation of another language or module in a scope.
package enum Scope {
  /// Puts a configuration in force for one call.
  package static func run<Result>(
    _ configuration: consuming PyxisConfiguration, label: String? = nil,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    var scope = LexicalScope(configuration, label: label)
    scope.open()
    defer { scope.close() }
    return try operation()
  }
}
