import PyxisCore

/// Publishes reports for the runner: what Swift and C both use.
package enum Publication {
  /// What became of a publication that did not fail.
  package enum Outcome {
    /// Nobody asked for reports.
    case notRequested
    /// There is no report: the process is not prepared, and none was given.
    case notPrepared
    /// The report is where the runner looks for it, as the number `sequence` of this process.
    case published(sequence: Int)
  }

  /// Publishes a report where the launch wants it.
  ///
  /// A prepared process publishes where the environment of its preparation says, whatever became of
  /// the variables since; another one where the environment of the process says.
  ///
  /// - Parameter report: The report; nil for the one that the process was prepared with.
  /// - Throws: ``PyxisBootstrapError/reportNotPublished(reason:)``, or
  ///   ``PyxisBootstrapError/invalidReport(key:reason:)``.
  package static func run(_ report: PyxisBootstrapReport?) throws(PyxisBootstrapError) -> Outcome {
    let destination = PreparationState.destination ?? ReportDestination(in: .process)
    guard destination.isRequested else { return .notRequested }
    let launched = ProcessDefault.configuration
    guard let report = report ?? launched.report else { return .notPrepared }
    let readable = Secrets.redact(report, requested: launched.requested)
    return .published(sequence: try destination.publish(readable))
  }

  /// Publishes a report in passing, after something that stands whatever becomes of this.
  ///
  /// A failure goes to the diagnostic handler; who has to know calls `run(_:)` once more.
  static func runInPassing(_ report: PyxisBootstrapReport) {
    do throws(PyxisBootstrapError) {
      _ = try run(report)
    } catch {
      PyxisDiagnostics.report(error.description)
    }
  }
}
