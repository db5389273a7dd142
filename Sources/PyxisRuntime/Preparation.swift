import PyxisCore

/// Prepares the process: the one state machine that Swift and C both use (R8–R15).
package enum Preparation {
  /// Runs a whole preparation.
  ///
  /// Nothing of the caller's runs while a lock is held (R11). If the launch wants reports, the
  /// report is published for it as well; the preparation stands whatever becomes of that.
  ///
  /// - Parameters:
  ///   - environment: Where the payload is.
  ///   - adapters: Which keys there are adapters for.
  ///   - configure: Sets entries of the staged configuration.
  ///   - apply: Runs the adapter at a position of their list. What it throws becomes the reason
  ///     of an unverified result (R14).
  /// - Returns: The report, or nil if there is no payload.
  /// - Throws: ``PyxisBootstrapError``, or what `configure` throws; then nothing is published, and
  ///   a later preparation may succeed (R13).
  package static func run(
    environment: LaunchEnvironment,
    adapters: AdapterIndex,
    configure: (inout PyxisConfiguration) throws -> Void,
    apply: (Int, PyxisVariant) throws -> PyxisVariantResult
  ) throws -> PyxisBootstrapReport? {
    OtherCopies.reportOnce()
    guard let payload = try LaunchPayload.load(from: environment) else { return nil }
    let destination = ReportDestination(in: environment)
    try PreparationState.reserve()
    let report: PyxisBootstrapReport
    do {
      let requested = try payload.decode()
      var staged = ProcessDefault.configuration
      staged.setFacts(LaunchFacts(requested: requested, report: nil))
      try OpenScopes.closing { try configure(&staged) }
      // Whatever `configure` left there, what was launched stays (R3).
      staged.setFacts(LaunchFacts(requested: requested, report: nil))
      report = Scope.run(staged) {
        adapters.report(on: requested, apply: apply)
      }
      try report.validate()
      staged.setFacts(LaunchFacts(requested: requested, report: report))
      PreparationState.publish(staged, destination)
    } catch {
      PreparationState.release()
      throw error
    }
    Publication.runInPassing(report)
    return report
  }
}
