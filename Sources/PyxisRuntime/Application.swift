import PyxisCore

/// Applies requested variants to one more place, such as a window that opened later (R24).
package enum Application {
  /// Runs adapters for what the launch requested, with a configuration in force.
  ///
  /// The process report and the process default do not change, and it may be repeated. If the launch
  /// wants reports, the new one is published for it.
  ///
  /// - Parameters:
  ///   - configuration: In force while the adapters run, whatever scope surrounds the call.
  ///   - adapterKeys: The keys that there are adapters for, each once.
  ///   - apply: Runs the adapter at a position of `adapterKeys`.
  /// - Returns: The process report with the results of the keys that this call handled, or nil if
  ///   the process is not prepared; then no adapter ran.
  /// - Throws: ``PyxisBootstrapError/duplicateAdapter(key:)``;
  ///   ``PyxisBootstrapError/invalidReport(key:reason:)`` (R15).
  package static func run(
    configuration: PyxisConfiguration, adapterKeys: any AdapterKeys,
    apply: (Int, PyxisVariant) throws -> PyxisVariantResult
  ) throws -> PyxisBootstrapReport? {
    let adapters = try AdapterIndex(adapterKeys)
    let launched = ProcessDefault.configuration
    guard var report = launched.report else { return nil }
    let handled = Scope.run(configuration) {
      adapters.handledResults(on: launched.requested, apply: apply)
    }
    for (key, result) in handled { report.set(result, for: key) }
    try report.validate()
    Publication.runInPassing(report)
    return report
  }
}
