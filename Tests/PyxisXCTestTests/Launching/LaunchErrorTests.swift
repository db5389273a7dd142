import Foundation
import PyxisXCTest
import Testing

@Suite("Hosts that cannot be launched")
struct LaunchErrorTests {
  @Test("There is no such program")
  func missing() async throws {
    let folder = try TemporaryFolder()
    await expect(
      folder.path + "/missing",
      .executableNotFound(
        executable: folder.path + "/missing", reason: "no such file or directory"))
    await expect(
      "/bin/sh/x",
      .executableNotFound(
        executable: "/bin/sh/x", reason: "not a directory"))
    let error = await error(
      PyxisLaunchConfiguration(
        executable: "pyxis-missing", environment: ["PATH": folder.path]))
    #expect(error?.isAboutExecutable == true)
    #expect(
      error?.description == "The executable \"pyxis-missing\" was not found: it is in no "
        + "directory of the host's PATH, \"\(folder.path)\".")
  }

  @Test("A file that is not marked as executable, and what is no file")
  func notExecutable() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("text", "#!/bin/sh\n")
    await expect(file, .notExecutable(executable: file, reason: "it is not marked as executable"))
    await expect(
      folder.path, .notExecutable(executable: folder.path, reason: "it is a directory"))
    let error = await error(
      PyxisLaunchConfiguration(
        executable: "text", environment: ["PATH": folder.path]))
    #expect(error == .notExecutable(executable: file, reason: "it is not marked as executable"))
    #expect(error?.isAboutExecutable == true)
  }

  @Test("A file that the system does not understand")
  func unknownFormat() async throws {
    let folder = try TemporaryFolder()
    for (name, text) in [("empty", ""), ("text", "echo no shell guesses\n"), ("elf", "\u{7F}ELF")] {
      let file = try folder.write(name, text, mode: 0o755)
      let reason = "it is no program of this system, and does not start with \"#!\""
      await expect(file, .notExecutable(executable: file, reason: reason))
    }
  }

  @Test("A program that is being written")
  func busy() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("program", "#!/bin/sh\n", mode: 0o755)
    let writer = try #require(FileHandle(forWritingAtPath: file))
    await expect(file, .notExecutable(executable: file, reason: "text file busy"))
    try writer.close()
    // Not the same file: a process that another test forked meanwhile may hold it open.
    let next = try folder.write("next", "#!/bin/sh\n", mode: 0o755)
    #expect(
      try await PyxisRecorder().record(PyxisLaunchConfiguration(executable: next))
        .termination.isSuccess)
  }

  @Test("A script whose interpreter is missing")
  func interpreter() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("script", "#! /nowhere/python -u\nprint()\n", mode: 0o755)
    await expect(
      file,
      .notExecutable(
        executable: file,
        reason: "its interpreter \"/nowhere/python\" cannot be executed: no such file or directory")
    )
  }

  @Test("A working directory that cannot be entered")
  func workingDirectory() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "")
    for (path, reason) in [
      (folder.path + "/missing", "no such file or directory"), (file, "it is no directory"),
    ] {
      var configuration = PyxisLaunchConfiguration(executable: "/bin/sh")
      configuration.workingDirectory = path
      #expect(await error(configuration) == .invalidWorkingDirectory(path: path, reason: reason))
    }
  }

  @Test("An argument or a variable that is too large for the system")
  func tooLarge() async throws {
    let text = String(repeating: "x", count: 3 << 20)
    var error = await error(
      PyxisLaunchConfiguration(executable: "/bin/sh", arguments: ["a", text]))
    guard case .argumentsTooLarge(let size, let largest, let largestSize)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(size > 3 << 20)
    #expect(largest == "argument 2")
    #expect(largestSize == 3 << 20 + 1)
    error = await self.error(
      PyxisLaunchConfiguration(executable: "/bin/sh", environment: ["LARGE": text]))
    #expect(error?.description.contains("the environment variable \"LARGE\" has 31457") == true)
    let many = Array(repeating: String(repeating: "x", count: 1000), count: 10_000)
    error = await self.error(PyxisLaunchConfiguration(executable: "/bin/sh", arguments: many))
    guard case .argumentsTooLarge = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "Configurations that no process can have",
    arguments: [
      (PyxisLaunchConfiguration(executable: ""), "the executable is an empty string"),
      (PyxisLaunchConfiguration(executable: "/bin/sh\0"), "has a NUL"),
      (PyxisLaunchConfiguration(executable: "sh", arguments: ["a", "b\0c"]), "at position 1"),
      (PyxisLaunchConfiguration(executable: "sh", environment: ["": "x"]), "the name \"\""),
      (PyxisLaunchConfiguration(executable: "sh", environment: ["A=B": "x"]), "the name \"A=B\""),
      (PyxisLaunchConfiguration(executable: "sh", environment: ["A": "\0"]), "variable \"A\" has"),
      (PyxisLaunchConfiguration(executable: "sh", workingDirectory: ""), "working directory \"\""),
      (PyxisLaunchConfiguration(executable: "sh", timeout: .zero), "timeout of 0.0 seconds is not"),
      (PyxisLaunchConfiguration(executable: "sh", timeout: .seconds(-1)), "is not positive"),
      (PyxisLaunchConfiguration(executable: "sh", gracePeriod: .seconds(-1)), "grace period"),
      (PyxisLaunchConfiguration(executable: "sh", outputLimit: -1), "output limit of -1 bytes"),
    ])
  func invalid(configuration: PyxisLaunchConfiguration, reason: String) async {
    let error = await error(configuration)
    guard case .invalidConfiguration(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason))
  }

  @Test("A request that cannot be encoded, and a temporary directory that is not there")
  func beforeLaunching() async throws {
    let configuration = PyxisLaunchConfiguration(executable: "/bin/sh", requested: ["a\0": "x"])
    guard case .invalidRequest? = await error(configuration) else {
      Issue.record("the request was encoded")
      return
    }
    let recorder = PyxisRecorder(temporaryDirectory: "/nowhere")
    let error = await error(PyxisLaunchConfiguration(executable: "/bin/sh"), recorder)
    #expect(
      error
        == .systemFailure(
          reason: "cannot make a private directory in \"/nowhere\": "
            + "no such file or directory"))
  }

  @Test("A launch that failed leaves nothing behind")
  func nothingLeft() async throws {
    let folder = try TemporaryFolder()
    let recorder = PyxisRecorder(temporaryDirectory: folder.path)
    _ = await error(PyxisLaunchConfiguration(executable: "/nowhere"), recorder)
    #expect(try folder.names.isEmpty)
  }

  private func expect(
    _ executable: String, _ expected: PyxisLaunchError,
    location: SourceLocation = #_sourceLocation
  ) async {
    let error = await error(PyxisLaunchConfiguration(executable: executable))
    #expect(error == expected, sourceLocation: location)
  }

  /// The error of a launch.
  private func error(
    _ configuration: PyxisLaunchConfiguration, _ recorder: PyxisRecorder = PyxisRecorder()
  ) async -> PyxisLaunchError? {
    do {
      _ = try await recorder.record(configuration)
      return nil
    } catch {
      return error as? PyxisLaunchError
    }
  }
}
