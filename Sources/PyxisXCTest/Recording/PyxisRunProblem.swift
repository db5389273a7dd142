import PyxisCore

/// Something about a run that keeps its results from being the whole truth.
public enum PyxisRunProblem: Hashable, Sendable {
  /// No process of the host published a report that counts as the run's.
  case noReport

  /// A file in the report directory is no report of this run.
  ///
  /// - Parameters:
  ///   - file: The file's name.
  ///   - reason: Why it does not count, as a clause without a full stop.
  case refusedFile(_ file: String, reason: String)

  /// There were more files, or more bytes in them, than a runner reads.
  ///
  /// - Parameters:
  ///   - count: How many files were not read.
  ///   - reason: Which limit was reached, as a clause without a full stop.
  case unreadFiles(count: Int, reason: String)

  /// More files were refused than ``PyxisRun/problems`` lists.
  ///
  /// - Parameter count: How many are not listed.
  case moreRefusedFiles(count: Int)

  /// The host removed or replaced the directory for its reports.
  ///
  /// - Parameter reason: What became of it, as a clause without a full stop.
  case lostReportDirectory(reason: String)

  /// Nobody knows how the host's process ended.
  case unknownTermination

  /// The process did not end within 10 seconds of `SIGKILL`.
  ///
  /// - Parameter processIdentifier: The process.
  case stillRunning(processIdentifier: Int32)

  /// The run's private directory could not be removed.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - reason: Why, as a clause without a full stop.
  case leftDirectory(path: String, reason: String)
}

extension PyxisRunProblem: CustomStringConvertible {
  /// What is wrong, as a sentence in one line, without controls that a host put there.
  public var description: String {
    switch self {
    case .noReport:
      "The host published no report."
    case .refusedFile(let file, let reason):
      "The file \(file.quoted()) in the report directory was refused: \(reason)."
    case .unreadFiles(let count, let reason):
      "\(count) files in the report directory were not read: \(reason)."
    case .moreRefusedFiles(let count):
      "\(count) more files in the report directory were refused."
    case .lostReportDirectory(let reason):
      "The report directory was lost: \(reason)."
    case .unknownTermination:
      "Nobody knows how the host ended: other code of this process waited for it."
    case .stillRunning(let processIdentifier):
      "The process \(processIdentifier) is still running, though it was killed."
    case .leftDirectory(let path, let reason):
      "The directory \(path.quoted()) could not be removed: \(reason)."
    }
  }
}
