import Foundation
import PyxisRuntime
import Testing

@Suite("Preparation: a payload in a file")
struct LaunchFileTests {
  private static let payload = #"{"version":1,"requested":{"locale":"pl_PL"}}"#

  @Test("A file that an absolute path names has the payload, through links too")
  func goodFile() async throws {
    try await withFolder { folder in
      let file = folder + "/payload żółć.json"
      try Data(Self.payload.utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: file)
      for path in [file, folder + "/link"] {
        await #expect(processExitsWith: .success) { @MainActor [path = path as String] in
          endProcessAfterDeadline()
          unsetenv(pyxisEnvironmentKey)
          setenv(pyxisEnvironmentFileKey, path, 1)
          try preparePyxis(adapters: applying("locale"))
          #expect(pyxisConfiguration.requested == ["locale": "pl_PL"])
        }
      }
    }
  }

  @Test("A payload of ten megabytes goes by file")
  func largeFile() async throws {
    try await withFolder { folder in
      let value = String(repeating: "0123456789ąćęł\n", count: 700_000)
      let payload = try (["fixture": value] as PyxisVariants).encoded()
      #expect(payload.utf8.count > 10_000_000)
      let file = folder + "/payload.json"
      try Data(payload.utf8).write(to: URL(fileURLWithPath: file))
      await #expect(processExitsWith: .success) { @MainActor [file = file as String] in
        endProcessAfterDeadline()
        let environment = [pyxisEnvironmentFileKey: file]
        let report = try preparePyxis(environment: environment, adapters: applying("fixture"))
        let expected = String(repeating: "0123456789ąćęł\n", count: 700_000)
        #expect(report?["fixture"]?.value?.utf8.elementsEqual(expected.utf8) == true)
      }
    }
  }

  @Test("What is no readable regular file is an error that says so, and no wait")
  func badFiles() async throws {
    try await withFolder { folder in
      mkfifo(folder + "/fifo", 0o600)
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/loop", withDestinationPath: "loop")
      await #expect(processExitsWith: .success) { @MainActor [folder = folder as String] in
        endProcessAfterDeadline()
        let reasons = [
          "": "PYXIS_BOOTSTRAP_FILE is not an absolute path",
          "payload.json": "PYXIS_BOOTSTRAP_FILE is not an absolute path",
          "./payload.json": "PYXIS_BOOTSTRAP_FILE is not an absolute path",
          "/a\0b": "PYXIS_BOOTSTRAP_FILE is not an absolute path",
          folder: "the file of PYXIS_BOOTSTRAP_FILE is not a regular file",
          folder + "/fifo": "the file of PYXIS_BOOTSTRAP_FILE is not a regular file",
          "/dev/zero": "the file of PYXIS_BOOTSTRAP_FILE is not a regular file",
          folder + "/none":
            "the file of PYXIS_BOOTSTRAP_FILE could not be opened (No such file or directory)",
          folder + "/fifo/x":
            "the file of PYXIS_BOOTSTRAP_FILE could not be opened (Not a directory)",
          folder + "/loop":
            "the file of PYXIS_BOOTSTRAP_FILE could not be opened "
            + "(Too many levels of symbolic links)",
          "/" + String(repeating: "x", count: 5_000):
            "the file of PYXIS_BOOTSTRAP_FILE could not be opened (File name too long)",
        ]
        for (path, reason) in reasons {
          #expect(throws: PyxisBootstrapError.malformedPayload(reason: reason, offset: nil)) {
            try preparePyxis(environment: [pyxisEnvironmentFileKey: path])
          }
        }
        let report = try preparePyxis(environment: launch([]))
        #expect(report != nil)
      }
    }
  }

  @Test("A file that this process may not read is an error that says so")
  func unreadableFile() async throws {
    try await withFolder { folder in
      let file = folder + "/payload.json"
      try Data(Self.payload.utf8).write(to: URL(fileURLWithPath: file))
      chmod(folder, 0o755)
      chmod(file, 0)
      await #expect(processExitsWith: .success) { @MainActor [file = file as String] in
        endProcessAfterDeadline()
        // The superuser may read anything.
        if getuid() == 0 { #expect(seteuid(65_534) == 0) }
        defer { seteuid(getuid()) }
        let expected = PyxisBootstrapError.malformedPayload(
          reason: "the file of PYXIS_BOOTSTRAP_FILE could not be opened (Permission denied)",
          offset: nil)
        #expect(throws: expected) {
          try preparePyxis(environment: [pyxisEnvironmentFileKey: file])
        }
      }
    }
  }

  @Test("What a file holds is decoded as strictly as a variable, with the offset in the file")
  func contents() async throws {
    try await withFolder { folder in
      try Data().write(to: URL(fileURLWithPath: folder + "/empty"))
      try Data(#"{"version":2,"requested":{}}"#.utf8).write(
        to: URL(fileURLWithPath: folder + "/version"))
      try Data((Self.payload + "\0").utf8).write(to: URL(fileURLWithPath: folder + "/trailing"))
      await #expect(processExitsWith: .success) { @MainActor [folder = folder as String] in
        endProcessAfterDeadline()
        let errors = ["empty", "version", "trailing"].map { name in
          #expect(throws: PyxisBootstrapError.self) {
            try preparePyxis(environment: [pyxisEnvironmentFileKey: "\(folder)/\(name)"])
          }
        }
        #expect(errors[0]?.offset == 0)
        #expect(errors[1] == .unsupportedVersion(2))
        #expect(errors[2]?.offset == Self.payload.utf8.count)
      }
    }
  }

  @Test("A file of any size that a file system can claim is an error, and no end of the process")
  func sparseFile() async throws {
    try await withFolder(in: "/dev/shm") { folder in
      let file = folder + "/sparse"
      #expect(FileManager.default.createFile(atPath: file, contents: Data("{}".utf8)))
      // Not every file system has files as large.
      guard truncate(file, .max) == 0 || truncate(file, 1 << 40) == 0 else { return }
      await #expect(processExitsWith: .success) { @MainActor [file = file as String] in
        endProcessAfterDeadline()
        #expect(throws: PyxisBootstrapError.self) {
          try preparePyxis(environment: [pyxisEnvironmentFileKey: file])
        }
      }
    }
  }

  @Test("Both a payload and a file of one are an error, whatever they hold")
  func both() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let expected = PyxisBootstrapError.malformedPayload(
        reason: "both PYXIS_BOOTSTRAP and PYXIS_BOOTSTRAP_FILE are set", offset: nil)
      for (text, path) in [(Self.payload, "/none"), ("", ""), ("{", "relative")] {
        let environment = [pyxisEnvironmentKey: text, pyxisEnvironmentFileKey: path]
        #expect(throws: expected) { try preparePyxis(environment: environment) }
      }
    }
  }

  /// Makes a folder for some work, and removes it.
  private func withFolder(
    in parent: String = NSTemporaryDirectory(), _ work: (String) async throws -> Void
  ) async throws {
    let folder = URL(fileURLWithPath: parent).appendingPathComponent("pyxis-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder.path)
  }
}
