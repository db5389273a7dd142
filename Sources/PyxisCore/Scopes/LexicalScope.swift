import PyxisShims

/// A scope that lasts as long as one synchronous call, inside and outside tasks (R17, R18, R23).
///
/// It is what `withPyxis` is made of, in parts that are compiled once: the caller opens it, runs
/// the operation, and closes it on the same thread, on every path.
@usableFromInline
package struct LexicalScope {
  /// What the scope shows; taken over when it opens.
  @usableFromInline
  package var configuration: PyxisConfiguration

  private let depth: UInt32
  private let label: ScopeLabel?
  /// The identity of the scope once it is open.
  private var identity: UInt64 = 0
  /// The scope's frame, if it was opened outside tasks.
  private var frame: UnsafeMutableRawPointer?

  /// Prepares a scope that overrides entries of the effective configuration.
  @usableFromInline
  package init(label: String?) {
    let context = ScopeContext()
    depth = context.depth &+ 1
    self.label = label.map(ScopeLabel.init)
    configuration = context.overriding(
      by: ScopeMark(depth: depth, label: self.label.map { .passUnretained($0) }))
  }

  /// Prepares a scope that shows a configuration.
  @usableFromInline
  package init(_ configuration: PyxisConfiguration, label: String?) {
    self.configuration = configuration
    depth = ScopeContext().depth &+ 1
    self.label = label.map(ScopeLabel.init)
  }

  /// Puts the configuration in force.
  @usableFromInline
  package mutating func open() {
    configuration.finishUpdate()
    let binding = ScopeBinding.make(&configuration, depth: depth, label: label)
    identity = binding.identity
    if pyxis_shims_current_task() == nil {
      // The frame is what readers here look at, the task-local what `Task {}` inherits.
      frame = UnsafeMutableRawPointer(OpenScopes.push(lexical: binding))
      guard pyxis_shims_has_tasks() else { return }
    }
    binding.bind()
  }

  /// Puts in force again what was before.
  @usableFromInline
  package func close() {
    guard let frame = frame?.assumingMemoryBound(to: pyxis_shims_frame.self) else {
      OpenScopes.abandon(binding: identity)
      let last = OpenScopes.last
      ScopeBinding.unbind()
      return OpenScopes.closeAll(since: last)
    }
    let storage = frame.pointee.storage
    OpenScopes.remove(lexical: frame)
    let last = OpenScopes.last
    if pyxis_shims_has_tasks() {
      ScopeBinding.unbind()
    } else {
      Unmanaged<ConfigurationStorage>.fromOpaque(storage).release()
    }
    // Values that ended with the scope may have opened scopes in their destructors.
    OpenScopes.closeAll(since: last)
  }
}

/// Runs an operation of another language or module in a scope.
package enum Scope {
  /// Puts a configuration in force for one call.
  package static func run<Result>(
    _ configuration: PyxisConfiguration, label: String? = nil, _ operation: () throws -> Result
  ) rethrows -> Result {
    var scope = LexicalScope(configuration, label: label)
    scope.open()
    defer { scope.close() }
    return try operation()
  }
}
