import PyxisShims

/// Runs an operation with some entries of the effective configuration overridden (R17).
///
/// ```swift
/// let preview = try withPyxis {
///   $0.subscriptionStatus = "trial"
/// } operation: {
///   try renderPreview()
/// }
/// ```
///
/// The scope changes what is read, and nothing else: no adapter runs again and no report changes
/// (R22). Child tasks and `Task {}` inherit it; detached tasks, new threads and later callbacks do
/// not (R20). Code of other languages that the operation calls reads it too (R23).
///
/// - Parameters:
///   - label: What ``PyxisOrigin`` calls the scope.
///   - update: Changes a copy of the effective configuration. If it throws, nothing is installed
///     and the operation does not run (R18).
///   - operation: The work that reads the scope; runs here, once.
/// - Returns: The operation's result.
/// - Throws: What `update` or `operation` throws. What was in force before is restored first.
@inlinable
@discardableResult
public func withPyxis<Result>(
  label: String? = nil,
  _ update: (inout PyxisConfiguration) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var scope = LexicalScope(label: label)
  do {
    try update(&scope.configuration)
  } catch {
    scope.abandon()
    throw error
  }
  scope.open()
  defer { scope.close() }
  return try operation()
}

/// Runs an operation with a configuration in force, in place of the effective one (R17).
///
/// - Parameters:
///   - label: What ``PyxisOrigin`` calls the scope.
///   - configuration: Shown to the operation as it is now.
///   - operation: The work that reads the scope; runs here, once.
/// - Returns: The operation's result.
/// - Throws: What `operation` throws (R18).
@inlinable
@discardableResult
public func withPyxis<Result>(
  label: String? = nil,
  _ configuration: PyxisConfiguration,
  operation: () throws -> Result
) rethrows -> Result {
  var scope = LexicalScope(configuration, label: label)
  scope.open()
  defer { scope.close() }
  return try operation()
}

/// Runs an asynchronous operation with some entries of the effective configuration overridden (R17).
///
/// The operation stays on the caller's actor, without a hop (R19), and the scope goes with the task
/// from thread to thread. See ``withPyxis(_:operation:)-(_,()->Result)``.
///
/// - Parameters:
///   - label: What ``PyxisOrigin`` calls the scope.
///   - update: Changes a copy of the effective configuration. If it throws, nothing is installed
///     and the operation does not run (R18).
///   - isolation: The caller's actor: leave it to its default.
///   - operation: The work that reads the scope; runs once.
/// - Returns: The operation's result.
/// - Throws: What `update` or `operation` throws.
@inlinable
@discardableResult
public func withPyxis<Result>(
  label: String? = nil,
  _ update: (inout PyxisConfiguration) throws -> Void,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  let binding = try ScopeBinding.overriding(label: label, update)
  // What C left open inside, on the thread where the scope ends, ends with it.
  defer { binding.abandonOpenScopes() }
  // The closure itself goes on: one around it would leave the actor.
  return try await ScopeBinding.current.withValue(
    binding, operation: operation, isolation: isolation)
}

/// Runs an asynchronous operation with a configuration in force, in place of the effective one
/// (R17, R19).
///
/// - Parameters:
///   - label: What ``PyxisOrigin`` calls the scope.
///   - configuration: Shown to the operation as it is now.
///   - isolation: The caller's actor: leave it to its default.
///   - operation: The work that reads the scope; runs once.
/// - Returns: The operation's result.
/// - Throws: What `operation` throws (R18).
@inlinable
@discardableResult
public func withPyxis<Result>(
  label: String? = nil,
  _ configuration: PyxisConfiguration,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  let binding = ScopeBinding.showing(configuration, label: label)
  defer { binding.abandonOpenScopes() }
  return try await ScopeBinding.current.withValue(
    binding, operation: operation, isolation: isolation)
}

extension ScopeBinding {
  /// Makes the binding of a scope that overrides entries of the effective configuration.
  @usableFromInline
  static func overriding(
    label: String?, _ update: (inout PyxisConfiguration) throws -> Void
  ) rethrows -> ScopeBinding {
    let context = ScopeContext()
    let depth = context.depth &+ 1
    let label = label.map(ScopeLabel.init)
    var configuration = PyxisConfiguration(
      storage: context.overriding(
        by: ScopeMark(depth: depth, label: label.map { .passUnretained($0) }), isLexical: false))
    let loan = Loan.open(&configuration)
    do {
      try update(&configuration)
    } catch {
      _ = loan?.close(&configuration)
      throw error
    }
    _ = loan?.close(&configuration)
    return ScopeBinding(configuration, depth: depth, label: label)
  }

  /// Ends what C left open in the scope, on the thread where it ends.
  @usableFromInline
  func abandonOpenScopes() {
    guard let task = pyxis_shims_current_task() else { return }
    OpenScopes.abandon(binding: identity, of: pyxis_shims_task_identity(task))
  }

  /// Makes the binding of a scope that shows a configuration.
  @usableFromInline
  static func showing(
    _ configuration: PyxisConfiguration, label: String?
  ) -> ScopeBinding {
    ScopeBinding(
      configuration, depth: ScopeContext().depth &+ 1, label: label.map(ScopeLabel.init))
  }
}
