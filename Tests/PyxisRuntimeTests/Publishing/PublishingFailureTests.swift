import Foundation
import PyxisCore
import PyxisRuntime
import Testing

@Suite("Publishing reports where that fails", .generousTimeLimit)
struct PublishingFailureTests {
  @Test("Variables that say no place are an error, which preparation only reports")
  func variables() async throws {
    try await ReportDirectory.with { directory in
      let (path, run) = (directory.path, ReportDirectory.run)
      let cases: [(path: String?, run: String?, reason: String)] = [
        (path, nil, "PYXIS_REPORT_DIR is set, and PYXIS_RUN_ID is not"),
        (nil, run, "PYXIS_RUN_ID is set, and PYXIS_REPORT_DIR is not"),
        ("", run, "PYXIS_REPORT_DIR is not an absolute path"),
        (".", run, "PYXIS_REPORT_DIR is not an absolute path"),
        ("reports\(path)", run, "PYXIS_REPORT_DIR is not an absolute path"),
        (path, "", "PYXIS_RUN_ID is not 32 lower-case hexadecimal digits"),
        (path, run + "0", "PYXIS_RUN_ID is not 32 lower-case hexadecimal digits"),
        (path, run.uppercased(), "PYXIS_RUN_ID is not 32 lower-case hexadecimal digits"),
        (path, "../" + run.dropFirst(3), "PYXIS_RUN_ID is not 32 lower-case hexadecimal digits"),
        (path, "é" + run.dropFirst(2), "PYXIS_RUN_ID is not 32 lower-case hexadecimal digits"),
      ]
      for (path, run, reason) in cases {
        await expectUnpublished(in: path, run: run, reason)
      }
      try #expect(directory.names() == [])
    }
  }

  @Test("A directory that is not there, is none or is a link takes no report")
  func noDirectory() async throws {
    try await ReportDirectory.with { directory in
      let path = directory.path
      let target = path + "/target"
      try FileManager.default.createDirectory(
        atPath: target, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      symlink(target, path + "/link")
      symlink(path + "/none", path + "/dangling")
      mkfifo(path + "/fifo", 0o600)
      try Data().write(to: URL(fileURLWithPath: path + "/file"))
      let long = String(repeating: "x", count: 300)
      let causes = [
        "none": "No such file or directory", "none/deeper": "No such file or directory",
        "link": "Not a directory", "link///": "Not a directory", "dangling": "Not a directory",
        "file": "Not a directory", "fifo": "Not a directory", long: "File name too long",
      ]
      for (name, cause) in causes {
        var shown = path + "/" + name
        while shown.hasSuffix("/") { shown.removeLast() }
        await expectUnpublished(
          in: path + "/" + name,
          "the directory of PYXIS_REPORT_DIR, \(shown.quoted()), could not be opened as a "
            + "directory that is no link (\(cause))")
      }
      try #expect(ReportDirectory(target).names() == [])
      // A slash at the end means nothing else.
      await #expect(processExitsWith: .success) { @MainActor [target = target as String] in
        setLaunchEnvironment(ReportDirectory(target + "//").environment)
        try #expect(publishPyxisReport(PyxisBootstrapReport()) == 0)
      }
      try #expect(ReportDirectory(target).names().count == 1)
    }
  }

  @Test("A directory that others can write takes no report", arguments: [0o770, 0o702, 0o1777])
  func sharedDirectory(_ permissions: mode_t) async throws {
    try await ReportDirectory.with { directory in
      chmod(directory.path, permissions)
      await expectUnpublished(
        in: directory.path,
        "the directory of PYXIS_REPORT_DIR, \(directory.path.quoted()), can be written by other "
          + "users")
      try #expect(directory.names() == [])
    }
  }

  @Test("A directory of another user takes no report", .enabled(if: geteuid() == 0))
  func foreignDirectory() async throws {
    try await ReportDirectory.with { directory in
      chown(directory.path, 65_534, 65_534)
      await expectUnpublished(
        in: directory.path,
        "the directory of PYXIS_REPORT_DIR, \(directory.path.quoted()), belongs to another user")
      try #expect(directory.names() == [])
    }
  }

  @Test("A directory without the right to write takes no report", .enabled(if: geteuid() == 0))
  func unwritableDirectory() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { [path = directory.path as String] in
        endProcessAfterDeadline()
        chmod(path, 0o500)
        chown(path, 65_534, 65_534)
        setLaunchEnvironment(ReportDirectory(path).environment)
        // The superuser may write anywhere, so this is somebody else: a child, since nobody may
        // search a process for leaks that changed its user.
        let succeeded = try inForkedProcess {
          guard seteuid(65_534) == 0 else { return false }
          return reasonOfFailure()
            == "the directory of PYXIS_REPORT_DIR, \(path.quoted()), took no new file "
            + "(Permission denied)"
        }
        #expect(succeeded)
      }
    }
  }

  @Test("A directory that goes away is an error at the next publication, and no end of the host")
  func removedDirectory() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let environment = try launch(["a": "1"]).merging(ReportDirectory(path).environment) { $1 }
        try preparePyxis(environment: environment)
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: PyxisBootstrapError.self) { try publishPyxisReport() }
        let messages = Log()
        PyxisDiagnostics.setHandler { messages.add($0) }
        let report = try Application.run(
          configuration: pyxisConfiguration, adapterKeys: PackedTexts(["a"]),
          apply: { _, variant in .applied(variant.value) })
        #expect(report?["a"] == .applied("1"))
        #expect(messages.all.count == 1)
        #expect(messages.all[0].hasPrefix("The report could not be published: the directory of "))
        // Who makes it again gets the next report; a number for each attempt.
        mkdir(path, 0o700)
        try #expect(publishPyxisReport() == 3)
        try #expect(ReportDirectory(path).envelopes().map(\.sequence) == [3])
      }
    }
  }

  @Test("A report beyond the process' limit of file sizes is an error, and leaves nothing")
  func fileSizeLimit() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        setLaunchEnvironment(directory.environment)
        // Nothing but the report is written under the limit.
        let succeeded = try inForkedProcess {
          var limit = rlimit(rlim_cur: 100, rlim_max: 100)
          var signals = sigset_t()
          sigemptyset(&signals)
          sigaddset(&signals, SIGXFSZ)
          pthread_sigmask(SIG_UNBLOCK, &signals, nil)
          guard setrlimit(__rlimit_resource_t(1), &limit) == 0 else { return false }
          let reasons = (1...2).map { _ in reasonOfFailure() }
          sigpending(&signals)
          let isLeftBehind = sigismember(&signals, SIGXFSZ) == 1
          pthread_sigmask(SIG_BLOCK, nil, &signals)
          let isBlocked = sigismember(&signals, SIGXFSZ) == 1
          let expected =
            "the directory of PYXIS_REPORT_DIR, \(path.quoted()), did not take the whole file "
            + "(File too large)"
          return reasons == [expected, expected] && !isLeftBehind && !isBlocked
        }
        #expect(succeeded)
        try #expect(directory.names() == [])
      }
    }
  }

  @Test(
    "A file system that is full is an error, and the next report fits again",
    .enabled("This user may mount no file system.") { try await canMount() })
  func fullFileSystem() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { [path = directory.path as String] in
        endProcessAfterDeadline()
        #expect(mountSmallFileSystem(at: path))
        let directory = ReportDirectory(path)
        setLaunchEnvironment(directory.environment)
        let large = PyxisBootstrapReport([
          "a": .applied(String(repeating: "x", count: 100_000))
        ])
        let expected = PyxisBootstrapError.reportNotPublished(
          reason: "the directory of PYXIS_REPORT_DIR, \(path.quoted()), did not take the whole "
            + "file (No space left on device)")
        #expect(throws: expected) { try publishPyxisReport(large) }
        try #expect(directory.names() == [])
        try #expect(publishPyxisReport(PyxisBootstrapReport()) == 1)
        try #expect(directory.envelopes().map(\.sequence) == [1])
      }
    }
  }

  @Test("A report that no runner would read is not written")
  func tooLarge() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        setLaunchEnvironment(directory.environment)
        let size = PyxisReportEnvelope.maximumSize
        let report = PyxisBootstrapReport(["a": .applied(String(repeating: "x", count: size))])
        let error = #expect(throws: PyxisBootstrapError.self) { try publishPyxisReport(report) }
        #expect(error?.reason?.hasSuffix(" bytes, and the limit is 67108864") == true)
        try #expect(directory.names() == [])
      }
    }
  }

  /// Prepares a process with a destination, and expects that publishing fails and nothing else.
  private func expectUnpublished(
    in path: String?, run: String? = ReportDirectory.run, _ reason: String
  ) async {
    let variables = [pyxisReportDirectoryKey: path, pyxisRunIdentifierKey: run]
    let environment = variables.compactMapValues(\.self)
    await #expect(processExitsWith: .success) {
      @MainActor [environment = environment as [String: String], reason = reason as String] in
      endProcessAfterDeadline()
      let messages = Log()
      PyxisDiagnostics.setHandler { messages.add($0) }
      try setLaunchEnvironment(launch(["a": "1"]).merging(environment) { $1 })
      let report = try preparePyxis(adapters: applying("a"))
      #expect(report == PyxisBootstrapReport(["a": .applied("1")]))
      #expect(pyxisConfiguration.report == report)
      #expect(messages.all == ["The report could not be published: \(reason)."])
      #expect(throws: PyxisBootstrapError.reportNotPublished(reason: reason)) {
        try publishPyxisReport()
      }
      #expect(messages.all.count == 1)
    }
  }
}

/// Why an empty report cannot be published.
private func reasonOfFailure() -> String? {
  do throws(PyxisBootstrapError) {
    try publishPyxisReport(PyxisBootstrapReport())
    return nil
  } catch {
    return error.reason
  }
}

// The overlay does not have it.
@_silgen_name("unshare") private func systemUnshare(_ flags: Int32) -> Int32

/// Mounts a file system of 64 KiB that only this thread sees, and that ends with it.
private func mountSmallFileSystem(at path: String) -> Bool {
  let newNamespace: Int32 = 0x20000  // CLONE_NEWNS
  let privateBelow: UInt = 1 << 18 | 1 << 14  // MS_PRIVATE, MS_REC
  return systemUnshare(newNamespace) == 0
    && mount("none", "/", nil, privateBelow, nil) == 0
    && mount("tmpfs", path, "tmpfs", 0, "size=64k,mode=700") == 0
}

/// Whether this user may mount file systems.
private func canMount() async throws -> Bool {
  var canMount = false
  try await ReportDirectory.with { directory in
    canMount = try inForkedProcess { mountSmallFileSystem(at: directory.path) }
  }
  return canMount
}
