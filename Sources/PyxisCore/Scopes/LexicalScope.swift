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
  private let isInTask: Bool
  /// Whether the storage may be used again when the scope has ended: it was made for the scope, and
  /// nobody kept it.
  private var isReusable: Bool
  private let label: ScopeLabel?
  /// The identity of the scope once it is open.
  private var identity: UInt64 = 0
  /// The scope's frame, if it was opened outside tasks.
  private var frame: UnsafeMutableRawPointer?
  /// A reference to a reusable storage, beside that of the task-local.
  private var storage: Unmanaged<ConfigurationStorage>?

  /// Prepares a scope that overrides entries of the effective configuration.
  @usableFromInline
  package init(label: String?) {
    let context = ScopeContext()
    depth = context.depth &+ 1
    isInTask = context.task != 0
    isReusable = true
    self.label = label.map(ScopeLabel.init)
    configuration = context.overriding(
      by: ScopeMark(depth: depth, label: self.label.map { .passUnretained($0) }))
  }

  /// Prepares a scope that shows a configuration.
  @usableFromInline
  package init(_ configuration: PyxisConfiguration, label: String?) {
    self.configuration = configuration
    let context = ScopeContext()
    depth = context.depth &+ 1
    isInTask = context.task != 0
    isReusable = false
    self.label = label.map(ScopeLabel.init)
  }

  /// Puts the configuration in force.
  @usableFromInline
  package mutating func open() {
    configuration.finishUpdate()
    isReusable = isReusable && isKnownUniquelyReferenced(&configuration.storage)
    let binding = ScopeBinding.make(&configuration, depth: depth, label: label)
    identity = binding.identity
    if !isInTask {
      // The frame is what readers here look at, the task-local what `Task {}` inherits.
      frame = UnsafeMutableRawPointer(OpenScopes.push(lexical: binding))
      guard pyxis_shims_has_tasks() else { return }
    }
    if isReusable {
      pyxis_shims_retain_unshared(binding.storage.toOpaque())
      storage = binding.storage
    }
    binding.bind()
  }

  /// Puts in force again what was before.
  @usableFromInline
  package func close() {
    let last: UInt64
    if let frame = frame?.assumingMemoryBound(to: pyxis_shims_frame.self) {
      let shown = Unmanaged<ConfigurationStorage>.fromOpaque(frame.pointee.storage)
      OpenScopes.remove(lexical: frame)
      last = OpenScopes.last
      if pyxis_shims_has_tasks() {
        ScopeBinding.unbind()
      } else if isReusable {
        ConfigurationStorage.recycle(shown.takeRetainedValue())
      } else {
        shown.release()
      }
    } else {
      OpenScopes.abandon(binding: identity)
      last = OpenScopes.last
      ScopeBinding.unbind()
    }
    if let storage { ConfigurationStorage.recycle(storage.takeRetainedValue()) }
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
