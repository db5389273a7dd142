import PyxisShims

/// Scopes that last as long as one call.
package enum Scope {
  /// Puts a configuration in force for one call, inside and outside tasks (R17, R18, R23).
  package static func run<Result>(
    _ configuration: PyxisConfiguration, _ operation: () throws -> Result
  ) rethrows -> Result {
    let binding = ScopeBinding(configuration)
    if swift_task_getCurrent() != nil {
      defer { OpenScopes.abandon(binding: binding.identity) }
      return try ScopeBinding.current.withValue(binding, operation: operation)
    }
    // The frame is what readers here look at, the task-local what `Task {}` inherits.
    let thread = pyxis_shims_current_thread()
    var frame = pyxis_shims_frame(
      outer: thread.pointee.frame,
      storage: Unmanaged.passUnretained(binding.storage).toOpaque(),
      task: 0, binding: binding.identity, handle: 0, removed: nil)
    return try withUnsafeMutablePointer(to: &frame) { frame in
      thread.pointee.frame = frame
      defer { OpenScopes.remove(lexical: frame) }
      return try ScopeBinding.current.withValue(binding, operation: operation)
    }
  }
}
