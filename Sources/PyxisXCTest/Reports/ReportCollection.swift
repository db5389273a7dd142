import Foundation
import PyxisCore

/// The reports that a host published in a run, and what else was found beside them.
struct ReportCollection {
  /// What a runner reads at most.
  struct Limits {
    var fileSize = 64 << 20
    var files = 10_000
    var bytes = 256 << 20

    /// How many names of a directory are looked at, and how many refused files are listed.
    var names = 200_000
    var listedProblems = 100
  }

  /// The run that reports have to be of.
  let runIdentifier: String

  /// The process that was launched.
  let processIdentifier: Int32
  private let limits: Limits

  /// The reports of all processes, by process and by sequence.
  private(set) var envelopes: [PyxisReportEnvelope] = []
  private(set) var problems: [PyxisRunProblem] = []
  private var refusedCount = 0
  private var byteCount = 0

  /// Collects what is in a directory.
  ///
  /// - Parameters:
  ///   - directory: The directory, as it was made.
  ///   - path: Where a host finds it.
  ///   - runIdentifier: The run that reports have to be of.
  ///   - processIdentifier: The process that was launched.
  init(
    in directory: borrowing Descriptor, path: String, runIdentifier: String,
    processIdentifier: Int32, limits: Limits = Limits()
  ) {
    self.runIdentifier = runIdentifier
    self.processIdentifier = processIdentifier
    self.limits = limits
    // A host may have taken its own permissions away; that hides nothing.
    fchmod(directory.number, 0o700)
    checkPlace(of: directory, path)
    var reports = readFiles(in: directory)
    // Of two reports with one number, as of a process that executed another program, the one that
    // was written last comes last.
    reports.sort { $0.order < $1.order }
    envelopes = reports.map(\.envelope)
    if refusedCount > limits.listedProblems {
      problems.append(.moreRefusedFiles(count: refusedCount - limits.listedProblems))
    }
  }

  // MARK: - Which report counts

  /// The report of the run, if a process published one as a host.
  var report: PyxisBootstrapReport? {
    let hosts = envelopes.filter { $0.role == .host }
    let process =
      hosts.contains { $0.processIdentifier == processIdentifier }
      ? processIdentifier
      : (hosts.first { $0.parentProcessIdentifier == processIdentifier } ?? hosts.first)?
        .processIdentifier
    return hosts.last { $0.processIdentifier == process }?.report
  }

  // MARK: - Files

  /// Sees whether the directory still is where the host was told to publish.
  private mutating func checkPlace(of directory: borrowing Descriptor, _ path: String) {
    var place = stat()
    guard lstat(path, &place) == 0 else {
      problems.append(.lostReportDirectory(reason: "the host removed it"))
      return
    }
    let own = try? directory.status()
    guard own?.st_dev == place.st_dev, own?.st_ino == place.st_ino else {
      let kind = place.st_mode & S_IFMT == S_IFLNK ? "a symbolic link" : "something else"
      problems.append(.lostReportDirectory(reason: "the host put \(kind) in its place"))
      return
    }
  }

  /// Reads the files whose names are those of reports, as far as the limits go.
  private mutating func readFiles(in directory: borrowing Descriptor) -> [FoundReport] {
    let names = reportNames(in: directory)
    var reports: [FoundReport] = []
    for (position, name) in names.enumerated() {
      if position == limits.files {
        leaveOut(names.count - position, "a runner reads \(limits.files) files of a run")
        break
      }
      switch read(name, in: directory) {
      case .success(let report): reports.append(report)
      case .failure(.refused(let reason)): refuse(name.text, reason)
      case .failure(.overLimit):
        leaveOut(
          names.count - position, "a runner reads \(limits.bytes >> 20) MiB of a run")
        return reports
      }
    }
    return reports
  }

  private mutating func leaveOut(_ count: Int, _ reason: String) {
    problems.append(.unreadFiles(count: count, reason: reason))
  }

  private mutating func refuse(_ name: String, _ reason: String) {
    refusedCount += 1
    if refusedCount <= limits.listedProblems {
      problems.append(.refusedFile(name, reason: reason))
    }
  }

  /// The names of reports, those of the launched process first, and its newest ones first.
  private mutating func reportNames(in directory: borrowing Descriptor) -> [ReportName] {
    guard let files = DirectoryNames(of: directory) else {
      problems.append(.lostReportDirectory(reason: "it cannot be read"))
      return []
    }
    var names: [ReportName] = []
    var count = 0
    while let name = files.next() {
      count += 1
      if count > limits.names {
        problems.append(
          .lostReportDirectory(reason: "the host put more than \(limits.names) files there"))
        break
      }
      if let name = ReportName(name) { names.append(name) }
    }
    return names.sorted { $0.rank(processIdentifier) < $1.rank(processIdentifier) }
  }

  /// Why a file is not read.
  private enum Refusal: Error {
    case refused(String)
    case overLimit
  }

  /// Reads one file.
  private mutating func read(
    _ name: ReportName, in directory: borrowing Descriptor
  ) -> Result<FoundReport, Refusal> {
    do throws(SystemError) {
      // Neither a link is followed nor the writer of a FIFO waited for.
      let file = try Descriptor.open(
        name.file, in: directory.number, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      let status = try file.status()
      if let reason = fault(of: status) { return .failure(.refused(reason)) }
      if byteCount + Int(status.st_size) > limits.bytes { return .failure(.overLimit) }
      byteCount += Int(status.st_size)
      let bytes = try file.read(count: Int(status.st_size))
      return decode(bytes).map { FoundReport(envelope: $0, name: name, status: status) }
    } catch {
      let isLink = error.code == ELOOP || error.code == EMLINK
      return .failure(.refused(isLink ? "it is a symbolic link" : "\(error)"))
    }
  }

  /// Why a file cannot be a report, whatever is in it.
  private func fault(of status: stat) -> String? {
    if status.st_mode & S_IFMT != S_IFREG { return "it is no regular file" }
    if status.st_uid != geteuid() { return "it belongs to another user" }
    if status.st_size > limits.fileSize {
      return "it has \(status.st_size) bytes, and a runner reads \(limits.fileSize)"
    }
    return nil
  }

  private func decode(_ bytes: [UInt8]) -> Result<PyxisReportEnvelope, Refusal> {
    do throws(PyxisBootstrapError) {
      let envelope = try PyxisReportEnvelope(decoding: bytes)
      guard envelope.runIdentifier == runIdentifier else {
        return .failure(
          .refused("it is of another run, \(envelope.runIdentifier.quoted())"))
      }
      return .success(envelope)
    } catch {
      return .failure(.refused(String("\(error)".dropLast())))
    }
  }
}

/// A report, with what decides about its place among the others.
private struct FoundReport {
  let envelope: PyxisReportEnvelope
  let name: ReportName
  let status: stat

  /// By process, role and sequence, then by the time of writing.
  var order: (Int32, String, Int, Int64, String) {
    (
      envelope.processIdentifier, envelope.role.rawValue, envelope.sequence,
      status.modificationNanoseconds, name.text
    )
  }
}

extension stat {
  /// When the file was written, in nanoseconds.
  fileprivate var modificationNanoseconds: Int64 {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
