import PyxisCore

/// What a host is asked for when it is launched.
///
/// Overrides in the runner's process never reach the host: only this does (R26).
///
/// ```swift
/// let request = PyxisLaunchRequest([.colorScheme(.dark), .subscriptionStatus("trial")])
/// process.environment = try request.environment(adding: ProcessInfo.processInfo.environment)
/// ```
public struct PyxisLaunchRequest: Hashable, Sendable {
  /// The requested variants.
  public var variants: PyxisVariants

  /// Makes a request.
  ///
  /// - Parameter variants: The requested variants.
  public init(_ variants: PyxisVariants) {
    self.variants = variants
  }

  /// Encodes the request as the launch payload.
  ///
  /// - Returns: JSON, with the keys in the order of their bytes.
  /// - Throws: ``PyxisBootstrapError/malformedPayload(reason:offset:)`` for keys that no payload
  ///   can carry.
  public func payload() throws(PyxisBootstrapError) -> String {
    try variants.encoded()
  }

  /// The environment of a host that is launched with the request.
  ///
  /// - Parameter base: The host's other variables. Launch variables of Pyxis among them are not
  ///   passed on: they were meant for somebody else.
  /// - Returns: The base with the payload.
  /// - Throws: ``PyxisBootstrapError/malformedPayload(reason:offset:)`` for keys that no payload
  ///   can carry.
  public func environment(
    adding base: [String: String] = [:]
  ) throws(PyxisBootstrapError) -> [String: String] {
    let launchVariables: Set<String> = [
      pyxisEnvironmentKey, pyxisEnvironmentFileKey, "PYXIS_REPORT_DIR", "PYXIS_RUN_ID",
    ]
    var environment = base.filter { !launchVariables.contains($0.key) }
    environment[pyxisEnvironmentKey] = try payload()
    return environment
  }
}
