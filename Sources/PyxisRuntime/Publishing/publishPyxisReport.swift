import PyxisCore

/// Publishes a report for the runner that launched the process.
///
/// `preparePyxis` and `applyPyxis` publish by themselves, and leave a failure to the diagnostic
/// handler, because what they did stands. Call this to publish what became of a variant later, or to
/// be sure that a report arrived: it tries again, and says what happened.
///
/// ```swift
/// guard try publishPyxisReport() != nil else { return }  // nobody asked for a report
/// ```
///
/// A prepared process publishes where the environment of its preparation said; another one reads
/// `PYXIS_REPORT_DIR` and `PYXIS_RUN_ID` from the process environment, during the call. The report
/// becomes one file, which appears whole or not at all; of several, the runner takes the last. The
/// child of a `fork()` publishes as such, and counts for itself. Any thread may call it, and several
/// at once.
///
/// - Parameter report: The report; nil for the one that the process was prepared with. Values of
///   secret keys are left out.
/// - Returns: The report's number: 0 for the first that this process published or tried to, and so
///   on. Nil if nobody asked for reports: neither variable is set.
/// - Throws: ``PyxisBootstrapError/reportNotPublished(reason:)`` if the process is not prepared and
///   no report is given, only one variable is set or is malformed, the directory is not a private
///   one of the user's, or does not take the file;
///   ``PyxisBootstrapError/invalidReport(key:reason:)`` (R15). Nothing is published then.
@discardableResult
public func publishPyxisReport(
  _ report: PyxisBootstrapReport? = nil
) throws(PyxisBootstrapError) -> Int? {
  switch try Publication.run(report) {
  case .notRequested: return nil
  case .published(let sequence): return sequence
  case .notPrepared:
    throw .reportNotPublished(reason: "the process is not prepared, and no report was given")
  }
}
