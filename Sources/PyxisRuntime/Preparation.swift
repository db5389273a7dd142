import PyxisCore
import PyxisShims

/// Prepares the process: the one state machine that Swift and C both use (R8–R15).
package enum Preparation {
  /// Runs a callback, and closes the scopes that it opens and leaves open.
  private static func closingScopes(_ callback: () throws -> Void) rethrows {
    let mark = OpenScopes.innermost
    defer { OpenScopes.closeAll(since: mark) }
    try callback()
  }

  /// Runs a whole preparation.
  ///
  /// Nothing of the caller's runs while a lock is held (R11).
  ///
  /// - Parameters:
  ///   - environment: Where the payload is.
  ///   - adapterKeys: The keys that there are adapters for, each once.
  ///   - configure: Sets entries of the staged configuration.
  ///   - apply: Runs the adapter at a position of `adapterKeys`. What it throws becomes the reason
  ///     of an unverified result (R14).
  /// - Returns: The report, or nil if there is no payload.
  /// - Throws: ``PyxisBootstrapError``, or what `configure` throws; then nothing is published, and
  ///   a later preparation may succeed (R13).
  package static func run(
    environment: LaunchEnvironment,
    adapterKeys: [String],
    configure: (inout PyxisConfiguration) throws -> Void,
    apply: (Int, PyxisVariant) throws -> PyxisVariantResult
  ) throws -> PyxisBootstrapReport? {
    OtherCopies.reportOnce()
    let adapters = try AdapterIndex(adapterKeys)
    guard let payload = try LaunchPayload.load(from: environment) else { return nil }
    try PreparationState.reserve()
    do {
      let requested = try PyxisVariants(decoding: payload)
      var staged = ProcessDefault.configuration
      staged.setFacts(LaunchFacts(requested: requested, report: nil))
      try closingScopes { try configure(&staged) }
      // Whatever `configure` left there, what was launched stays (R3).
      staged.setFacts(LaunchFacts(requested: requested, report: nil))
      let report = Scope.run(staged) {
        adapters.report(on: requested, apply: apply)
      }
      try report.validate()
      staged.setFacts(LaunchFacts(requested: requested, report: report))
      PreparationState.publish(staged)
      return report
    } catch {
      PreparationState.release()
      throw error
    }
  }
}
