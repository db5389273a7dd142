import Foundation
import PyxisCore
import Testing

/// The directory that a runner makes for the reports of one run.
struct ReportDirectory: Sendable {
  let path: String

  /// A run that tests ask reports for.
  static let run: String = "00112233445566778899aabbccddeeff"

  /// What the environment of a host says about reports.
  var environment: [String: String] {
    [pyxisReportDirectoryKey: path, pyxisRunIdentifierKey: Self.run]
  }

  /// The directory of a path.
  init(_ path: String) {
    self.path = path
  }

  /// Makes a private directory for some work, and removes it.
  static func with(
    in parent: String = NSTemporaryDirectory(), _ work: (ReportDirectory) async throws -> Void
  ) async throws {
    let url = URL(fileURLWithPath: parent).appendingPathComponent("pyxis-reports-\(UUID())")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: url) }
    try await work(ReportDirectory(url.path))
  }

  /// The names of all files, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// What was published, in the order of sequence numbers.
  func envelopes() throws -> [PyxisReportEnvelope] {
    try names().filter { $0.hasPrefix("pyxis-") }.map { name in
      try PyxisReportEnvelope(decoding: Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }.sorted { $0.sequence < $1.sequence }
  }
}

/// Sets the variables of this process that its launch consists of, and clears the others.
func setLaunchEnvironment(_ environment: [String: String]) {
  for name in [
    pyxisEnvironmentKey, pyxisEnvironmentFileKey, pyxisReportDirectoryKey, pyxisRunIdentifierKey,
  ] {
    if let value = environment[name] { setenv(name, value, 1) } else { unsetenv(name) }
  }
}
