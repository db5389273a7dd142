import Foundation
import PyxisXCTest
import Testing

@Suite("Launching a host")
struct LaunchingTests {
  private let recorder = PyxisRecorder()

  @Test("Exit statuses and signals are told apart", arguments: [0, 1, 3, 126, 255])
  func exitStatus(code: Int32) async throws {
    let run = try await recorder.record(script("exit \(code)"))
    #expect(run.termination == .exited(code))
    #expect(run.termination.isSuccess == (code == 0))
    #expect(!run.timedOut)
  }

  @Test("A host that a signal kills", arguments: [SIGKILL, SIGSEGV, SIGTERM])
  func signal(number: Int32) async throws {
    let run = try await recorder.record(script("kill -\(number) $$"))
    #expect(run.termination == .signaled(number))
    #expect(!run.timedOut)
    #expect(run.outcome.hasPrefix("was killed by signal \(number) ("))
  }

  @Test("Arguments arrive as they are")
  func arguments() async throws {
    let arguments = ["", "a b", "'\"$HOME\\", "zażółć\n", "-x", "*"]
    var configuration = script(#"for a; do printf '%s\0' "$a"; done"#)
    configuration.arguments += arguments
    let run = try await recorder.record(configuration)
    #expect(run.standardOutput.text == arguments.map { $0 + "\0" }.joined())
  }

  @Test("Both streams are kept, each by itself")
  func streams() async throws {
    let run = try await recorder.record(script("echo out; echo err >&2; echo more"))
    #expect(run.standardOutput.text == "out\nmore\n")
    #expect(run.standardError.text == "err\n")
    #expect(run.standardOutput.omittedByteCount == 0)
  }

  @Test("There is nothing to read from standard input")
  func input() async throws {
    let run = try await recorder.record(script("cat; echo end"))
    #expect(run.standardOutput.text == "end\n")
  }

  @Test("The host starts in its working directory, and a relative program is the runner's")
  func workingDirectory() async throws {
    let folder = try TemporaryFolder()
    var configuration = script("pwd -P")
    configuration.workingDirectory = folder.path
    let path = try #require(realpath(folder.path, nil))
    defer { free(path) }
    let run = try await recorder.record(configuration)
    #expect(run.standardOutput.text == String(cString: path) + "\n")

    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    configuration.executable = String(repeating: "../", count: depth) + "bin/sh"
    #expect(try await recorder.record(configuration).termination.isSuccess)
  }

  @Test("A name is looked up in the PATH that the host gets")
  func path() async throws {
    let folder = try TemporaryFolder()
    let name = "pyxis-test-program"
    try folder.write(name, "#!/bin/sh\necho found", mode: 0o755)
    var configuration = PyxisLaunchConfiguration(
      executable: name, environment: ["PATH": "/nowhere::\(folder.path)"])
    #expect(try await recorder.record(configuration).standardOutput.text == "found\n")
    configuration.environment = ["PATH": nil]
    await #expect(throws: PyxisLaunchError.self) { try await recorder.record(configuration) }
    configuration.executable = "sh"
    configuration.arguments = ["-c", "echo $PATH"]
    #expect(try await recorder.record(configuration).termination.isSuccess)
  }

  @Test("Variables are added, replaced and removed; nothing is inherited where it is not wanted")
  func environment() async throws {
    let changes: [String: String?] = ["PYXIS_TEST_A": "a=b\nc", "HOME": nil, "LANG": "x"]
    var configuration = PyxisLaunchConfiguration(
      executable: "/usr/bin/env", arguments: ["-0"], environment: changes)
    var seen = try await variables(configuration)
    #expect(seen["PYXIS_TEST_A"] == "a=b\nc")
    #expect(seen["LANG"] == "x")
    #expect(seen["HOME"] == nil)
    #expect(seen["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    configuration.inheritsEnvironment = false
    seen = try await variables(configuration)
    #expect(
      seen.keys.sorted() == [
        "LANG", "PYXIS_BOOTSTRAP", "PYXIS_REPORT_DIR", "PYXIS_RUN_ID", "PYXIS_TEST_A",
      ])
  }

  @Test("Launch variables are the recorder's own, wherever others come from")
  func launchVariables() async throws {
    let names = ["PYXIS_BOOTSTRAP", "PYXIS_BOOTSTRAP_FILE", "PYXIS_REPORT_DIR", "PYXIS_RUN_ID"]
    let changes = Dictionary(uniqueKeysWithValues: names.map { ($0, String?.some("outer")) })
    let seen = try await variables(
      PyxisLaunchConfiguration(
        executable: "/usr/bin/env", arguments: ["-0"], environment: changes,
        requested: [.locale("pl_PL")]))
    #expect(seen["PYXIS_BOOTSTRAP"] == #"{"version":1,"requested":{"locale":"pl_PL"}}"#)
    #expect(seen["PYXIS_BOOTSTRAP_FILE"] == nil)
    #expect(seen["PYXIS_REPORT_DIR"]?.first == "/")
    #expect(seen["PYXIS_RUN_ID"]?.count == 32)
  }

  @Test("R26: overrides in the runner do not reach the host")
  func overrides() async throws {
    let run = try await withPyxis {
      $0[LaunchedStatusKey.self] = "overridden"
    } operation: {
      try await recorder.record(
        PyxisLaunchConfiguration(executable: "/usr/bin/env", requested: [.locale("pl_PL")]))
    }
    #expect(!run.standardOutput.text.contains("overridden"))
    #expect(run.results.map(\.key) == ["locale"])
  }

  @Test("Many hosts run at the same time")
  func parallel() async throws {
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<64 {
        group.addTask {
          try await recorder.record(script("echo \(number)")).standardOutput.text
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(outputs == Set((0..<64).map { "\($0)\n" }))
  }

  @Test(
    "Of one recorder's launches, as many go on at the same time as it is told", arguments: [1, 3])
  func width(width: Int) async throws {
    let folder = try TemporaryFolder()
    let recorder = PyxisRecorder(atOnce: width)
    // Each host waits until as many are there, or until so many were there once, and counts them.
    let text =
      #"cd "$1"; : >$$; while n=$(ls | grep -c '^[0-9]*$'); [ $n -lt "$2" ] && "#
      + #"[ ! -e met ]; do :; done; : >met; echo $n; rm $$"#
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<9 {
        group.addTask {
          let run = try await recorder.record(script(text, folder.path, "\(width)"))
          return try #require(Int(run.standardOutput.lines[0]))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.count == 9)
    #expect(counts.max() == width)
  }

  @Test("A launch that waits for its turn can be cancelled, and takes nobody's turn away")
  func cancelledWaiting() async throws {
    let folder = try TemporaryFolder()
    let survivor = try Survivor(in: folder)
    let recorder = PyxisRecorder(atOnce: 1)
    let first = Task {
      try await recorder.record(script(#"exec 9>"$1"; echo >&9; sleep 1000"#, survivor.path))
    }
    #expect(await survivor.waitForText())
    let second = Task { try await recorder.record(script("exit 2")) }
    let third = Task { try await recorder.record(script("exit 3")) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(try await third.value.termination == .exited(3))
  }

  @Test("A run says when it started and how long it took")
  func timing() async throws {
    let before = Date()
    let run = try await recorder.record(script("exit 0"))
    #expect(before <= run.start)
    #expect(run.start <= Date())
    #expect(run.duration > .zero)
  }

  /// The variables that a host prints.
  private func variables(_ configuration: PyxisLaunchConfiguration) async throws
    -> [String: String]
  {
    let run = try await recorder.record(configuration)
    let entries = run.standardOutput.text.split(separator: "\0").map {
      $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    return Dictionary(uniqueKeysWithValues: entries.map { (String($0[0]), String($0[1])) })
  }
}

private enum LaunchedStatusKey: PyxisConfigurationKey {
  static var name: String? { "tests.launched.status" }
  static var defaultValue: String { "none" }
}
