/// What a launch asked for and what became of it: consumers read it and never change it (R3).
package final class LaunchFacts: Sendable {
  package let requested: PyxisVariants
  /// Absent until preparation is complete.
  package let report: PyxisBootstrapReport?

  package init(requested: PyxisVariants, report: PyxisBootstrapReport?) {
    self.requested = requested
    self.report = report
  }
}
