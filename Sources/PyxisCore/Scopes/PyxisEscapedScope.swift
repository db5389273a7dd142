/// Carries the scope that is in force here to where it would not go by itself: into a callback,
/// another thread, a queue or a detached task.
///
/// ```swift
/// let scope = PyxisEscapedScope()
/// queue.async {
///   scope { render() }  // reads what was in force where `scope` was made
/// }
/// ```
public struct PyxisEscapedScope: Sendable {
  /// What was in force where this value was made (R7).
  public let configuration: PyxisConfiguration
  private let label: String?

  /// Captures what is in force here.
  ///
  /// - Parameter label: What ``PyxisOrigin`` calls the scope where it is entered again.
  /// - Complexity: O(1): no entry is copied.
  public init(label: String? = nil) {
    configuration = pyxisConfiguration
    self.label = label
  }

  /// Runs an operation with the captured configuration in force; see ``withPyxis(label:_:operation:)``.
  ///
  /// - Parameter operation: The work that reads the scope; runs here, once.
  /// - Returns: The operation's result.
  /// - Throws: What `operation` throws.
  @discardableResult
  public func callAsFunction<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withPyxis(label: label, configuration, operation: operation)
  }

  /// Runs an asynchronous operation with the captured configuration in force, on the caller's actor.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor: leave it to its default.
  ///   - operation: The work that reads the scope; runs once.
  /// - Returns: The operation's result.
  /// - Throws: What `operation` throws.
  @discardableResult
  public func callAsFunction<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await withPyxis(label: label, configuration, isolation: isolation, operation: operation)
  }

  /// Runs an operation with the captured configuration in force: the same by name.
  ///
  /// - Parameter operation: The work that reads the scope; runs here, once.
  /// - Returns: The operation's result.
  /// - Throws: What `operation` throws.
  @discardableResult
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try callAsFunction(operation)
  }
}
