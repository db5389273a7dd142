import PyxisShims

/// Scopes that last as long as one call.
package enum Scope {
  /// Overrides entries of the effective configuration for one call (R17, R18, R23).
  static func run<Result>(
    label: ScopeLabel?, _ update: (inout PyxisConfiguration) throws -> Void,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try run(binding(label: label, update), operation)
  }

  /// Puts a configuration in force for one call (R17, R18, R23).
  package static func run<Result>(
    _ configuration: PyxisConfiguration, label: ScopeLabel? = nil,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try run(binding(to: configuration, label: label), operation)
  }

  /// Makes a scope of a configuration.
  static func binding(to configuration: PyxisConfiguration, label: ScopeLabel?) -> ScopeBinding {
    ScopeBinding(configuration, mark: ScopeContext().inner(label: label))
  }

  /// Makes the configuration of a scope from the effective one.
  static func binding(
    label: ScopeLabel?, _ update: (inout PyxisConfiguration) throws -> Void
  ) rethrows -> ScopeBinding {
    let context = ScopeContext()
    let mark = context.inner(label: label)
    var configuration = context.overriding(by: mark)
    try update(&configuration)
    configuration.finishUpdate()
    return ScopeBinding(configuration, mark: mark)
  }

  private static func run<Result>(
    _ binding: ScopeBinding, _ operation: () throws -> Result
  ) rethrows -> Result {
    if pyxis_shims_current_task() != nil {
      defer { OpenScopes.abandon(binding: binding.identity) }
      return try ScopeBinding.current.withValue(binding, operation: operation)
    }
    // The frame is what readers here look at, the task-local what `Task {}` inherits.
    let thread = pyxis_shims_current_thread()
    var frame = pyxis_shims_frame(
      outer: thread.pointee.frame,
      storage: Unmanaged.passUnretained(binding.storage).toOpaque(),
      task: 0, binding: binding.identity, depth: binding.mark.depth,
      label: binding.mark.label.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) },
      handle: 0, removed: nil)
    return try withUnsafeMutablePointer(to: &frame) { frame in
      thread.pointee.frame = frame
      // The frame's references are the binding's.
      defer { withExtendedLifetime(binding) { OpenScopes.remove(lexical: frame) } }
      guard pyxis_shims_has_tasks() else { return try operation() }
      return try ScopeBinding.current.withValue(binding, operation: operation)
    }
  }
}
