import Foundation
import PyxisCore

/// Launches hosts, and records what became of each.
///
/// ```swift
/// let recorder = PyxisRecorder()
/// let run = try await recorder.record(
///   PyxisLaunchConfiguration(executable: "build/app", requested: [.colorScheme(.dark)]))
/// ```
///
/// Many launches may go on at the same time. Each has a thread of its own while it lasts and about
/// ten open files; none needs a run loop, a signal handler or the main thread.
public struct PyxisRecorder: Sendable {
  /// The largest payload that goes through the environment, in bytes; larger ones go by file.
  static let largestInlinePayload = 64 << 10

  /// The directory in which each run gets a private directory of its own.
  public let temporaryDirectory: String

  /// Who of those that want to launch may do so now.
  private let gate: LaunchGate

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - temporaryDirectory: The directory for the private directories of the runs; the system's
  ///     (`TMPDIR`) if nothing else is said.
  ///   - width: How many launches of this recorder go on at the same time, at least one; others
  ///     wait for their turn, and their timeouts start when they are launched. If nothing is said,
  ///     at most 64 of all such recorders do.
  public init(temporaryDirectory: String = NSTemporaryDirectory(), atOnce width: Int? = nil) {
    self.temporaryDirectory = temporaryDirectory
    gate = width.map(LaunchGate.init(width:)) ?? .shared
  }

  /// Launches a host, waits until it has ended, and collects what it reported.
  ///
  /// The host leads a session of its own, reads nothing from its standard input, has default
  /// signal dispositions and no other open files of the runner. What it left running when it ended
  /// is not waited for, and not ended either: writing to the host's output then fails (`SIGPIPE`).
  /// A host that timed out, and one whose task is cancelled, is ended with all of its process
  /// group: `SIGTERM`, and `SIGKILL` after the grace period, or for what is left of the group when
  /// the host itself has ended. Processes that left the group are not found.
  ///
  /// The private directory is removed before this returns. If the runner itself is killed, the host
  /// goes on until it ends, or writes output that nobody reads (`SIGPIPE`); the private directory
  /// is removed by the next process that records in the same temporary directory.
  ///
  /// - Parameter configuration: What is launched, and with which request.
  /// - Returns: What became of it: whatever the host does is part of this, and no error.
  /// - Throws: ``PyxisLaunchError`` if there was no launch; `CancellationError` if the task is
  ///   cancelled, after the host was ended.
  public func record(_ configuration: PyxisLaunchConfiguration) async throws -> PyxisRun {
    try Task.checkCancellation()
    return try await gate.run { try await launch(configuration) }
  }

  /// Launches a host now, however many there are.
  func launch(_ configuration: PyxisLaunchConfiguration) async throws -> PyxisRun {
    let cancellation = try Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do throws(PyxisLaunchError) {
          // Launching and waiting block: that is not for the threads that tasks share.
          try startThread {
            continuation.resume(
              with: Result { try launch(configuration, cancellation: cancellation) })
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      cancellation.send()
    }
  }

  /// Launches a host, and waits for it on this thread.
  private func launch(
    _ configuration: PyxisLaunchConfiguration, cancellation: Cancellation
  ) throws -> PyxisRun {
    defer { cancellation.finish() }
    if cancellation.isSent { throw CancellationError() }
    try configuration.validate()
    let payload = try Self.payload(of: configuration.requested)
    let directory = try RunDirectory.make(in: absolutePath(temporaryDirectory))
    let ended: EndedHost
    do {
      ended = try run(configuration, payload, in: directory, cancellation: cancellation)
    } catch {
      _ = directory.remove()
      throw error
    }
    let path = directory.path
    let problem = directory.remove().map { PyxisRunProblem.leftDirectory(path: path, reason: $0) }
    if ended.ending.wasCancelled { throw CancellationError() }
    return ended.run(of: configuration, problem: problem)
  }

  /// Encodes the request.
  private static func payload(of requested: PyxisVariants) throws(PyxisLaunchError) -> String {
    do throws(PyxisBootstrapError) {
      return try PyxisLaunchRequest(requested).payload()
    } catch {
      throw .invalidRequest(error)
    }
  }

  /// Runs a host in a private directory.
  private func run(
    _ configuration: PyxisLaunchConfiguration, _ payload: String,
    in directory: borrowing RunDirectory, cancellation: Cancellation
  ) throws(PyxisLaunchError) -> EndedHost {
    let runIdentifier = Self.makeRunIdentifier()
    var environment = LaunchEnvironment(configuration)
    if payload.utf8.count <= Self.largestInlinePayload {
      environment.set(pyxisEnvironmentKey, payload)
    } else {
      environment.set(pyxisEnvironmentFileKey, try directory.writeRequest(payload))
    }
    environment.set(LaunchEnvironment.reportDirectoryVariable, directory.reportPath)
    environment.set(LaunchEnvironment.runIdentifierVariable, runIdentifier)
    let host = try HostProcess.start(configuration, environment: environment)
    let processIdentifier = host.identifier
    let start = host.startDate
    let ending = HostWatch(host, configuration, cancellation: cancellation).wait()
    let reports = ReportCollection(
      in: directory.reports, path: directory.reportPath, runIdentifier: runIdentifier,
      processIdentifier: processIdentifier)
    return EndedHost(start: start, ending: ending, reports: reports)
  }

  /// Makes an identifier that no other run has.
  private static func makeRunIdentifier() -> String {
    (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}

/// A host that has ended, with what it reported.
private struct EndedHost {
  let start: Date
  let ending: HostWatch.Ending
  let reports: ReportCollection

  /// The run.
  ///
  /// - Parameters:
  ///   - configuration: What was launched.
  ///   - problem: What was wrong after the host had ended.
  func run(of configuration: PyxisLaunchConfiguration, problem: PyxisRunProblem?) -> PyxisRun {
    let report = reports.report
    return PyxisRun(
      configuration: configuration, runIdentifier: reports.runIdentifier,
      processIdentifier: reports.processIdentifier, termination: ending.termination,
      timedOut: ending.timedOut, standardOutput: ending.output, standardError: ending.error,
      start: start, duration: ending.duration, reports: reports.envelopes, report: report,
      results: (report ?? PyxisBootstrapReport()).covering(configuration.requested),
      problems: ownProblems + reports.problems + [problem].compactMap(\.self))
  }

  /// The problems with the process and its report.
  private var ownProblems: [PyxisRunProblem] {
    var problems: [PyxisRunProblem] = []
    if ending.isStillRunning {
      problems.append(.stillRunning(processIdentifier: reports.processIdentifier))
    } else if ending.termination == .unknown {
      problems.append(.unknownTermination)
    }
    if reports.report == nil { problems.append(.noReport) }
    return problems
  }
}
