import Foundation
import PyxisCore

/// What became of one launch: how the host ended, what it wrote, and what it reported.
///
/// ```swift
/// let run = try await PyxisRecorder().record(configuration)
/// #expect(run.succeeded)
/// #expect(run["color_scheme"] == .applied("dark"))
/// run.expectApplied()
/// ```
///
/// Everything here that a host wrote is as it wrote it; descriptions escape it.
public struct PyxisRun: Sendable {
  /// What was launched.
  public let configuration: PyxisLaunchConfiguration

  /// The run's identifier, which is in each of its reports: 32 hexadecimal digits.
  public let runIdentifier: String

  /// The process that was launched.
  public let processIdentifier: Int32

  /// How that process ended.
  public let termination: PyxisTermination

  /// Whether it was ended because its ``PyxisLaunchConfiguration/timeout`` had passed.
  public let timedOut: Bool

  /// What the host wrote to its standard output until it ended.
  public let standardOutput: PyxisOutput

  /// What the host wrote to its standard error until it ended.
  public let standardError: PyxisOutput

  /// When the host was started.
  public let start: Date

  /// How long its process lived.
  public let duration: Duration

  /// Every report of every process, sorted by process, role and sequence.
  public let reports: [PyxisReportEnvelope]

  /// The report that counts as the run's, as it was published; `nil` without one.
  ///
  /// It is the newest one of the launched process if that published any in the role of a host; else
  /// of a host whose parent is that process; else of the host with the lowest identifier.
  public let report: PyxisBootstrapReport?

  /// What became of each requested variant: the report, with an unverified result for each variant
  /// that it lacks (R25).
  public let results: PyxisBootstrapReport

  /// What keeps the results from being the whole truth.
  public let problems: [PyxisRunProblem]

  /// What became of one variant; `nil` if it was neither requested nor reported.
  ///
  /// - Parameter key: The variant's key.
  public subscript(key: String) -> PyxisVariantResult? { results[key] }

  /// Whether the host exited with status 0 in time, and its report is there, with nothing wrong.
  ///
  /// It says nothing about the results: a host that applied nothing and says so has succeeded.
  public var succeeded: Bool { termination.isSuccess && !timedOut && problems.isEmpty }

  /// What ended the host, as `exited with status 3` or `timed out after 60.0 seconds`.
  public var outcome: String {
    guard timedOut, let timeout = configuration.timeout else { return "\(termination)" }
    return "timed out after \(timeout), and \(termination)"
  }
}

extension PyxisRun: CustomStringConvertible {
  /// The whole run for people: outcome, results, problems, and the end of what the host wrote.
  public var description: String {
    var lines = ["\(configuration.executable.quoted()) \(outcome)."]
    let shown = Secrets.redact(results, requested: configuration.requested)
    lines += shown.map { "  \($0.key.quoted()): \($0.result)" }
    lines += problems.map { "  \($0)" }
    lines += Self.lastLines(of: standardOutput, "standard output")
    lines += Self.lastLines(of: standardError, "standard error")
    return lines.joined(separator: "\n")
  }

  /// How many lines of an output stream descriptions show.
  private static let lineCount = 20

  /// The last lines of a stream, under its name; nothing for an empty one.
  private static func lastLines(of output: PyxisOutput, _ name: String) -> [String] {
    if output.byteCount == 0 { return [] }
    let lines = output.lines.suffix(lineCount)
    return ["  \(name), \(output.byteCount) bytes:"]
      + lines.map { "    " + String($0.prefix(500)).withoutTerminalControls() }
  }
}
