import CPyxis
import Foundation
import PyxisCore
import Testing

/// Reports that leave the process, each from a process of its own.
@Suite("Publishing", .generousTimeLimit)
struct PublishingTests {
  @Test(arguments: Scenario.publishing)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let publishing: [Scenario] = [
    .inChild("preparation, applications and calls publish, one after the other") {
      let run = try Run()
      defer { run.remove() }
      let launched = try run.prepared()
      let adapter = Preparation.Adapter.applying("b")
      let applied = try Handle(.report) { out in
        let preparation = Preparation(environment: [])
        preparation.adapters = [adapter]
        let arena = Arena()
        defer { withExtendedLifetime((arena, preparation)) {} }
        return abi.pyxis_apply(nil, preparation.adaptersMemory(in: arena), 1, out, nil)
      }.report()
      try #expect(publish(nil) == 2)
      let other = #"{"variants":{"x":{"status":"unsupported","reason":"\u0000é"}}}"#
      try #expect(publish(Handle.report(other)) == 3)
      #expect(abi.pyxis_report_publish(nil, nil, nil) == .ok)
      let envelopes = try run.envelopes()
      #expect(envelopes.map(\.sequence) == [0, 1, 2, 3, 4])
      #expect(
        try envelopes.map(\.report)
          == [launched, applied, launched, PyxisBootstrapReport(decoding: other), launched])
      #expect(envelopes.allSatisfy { $0.runIdentifier == Run.identifier && $0.role == .host })
      #expect(envelopes.allSatisfy { $0.processIdentifier == getpid() })
    },
    .inChild("where nobody asks for reports, a call says so, and checks its handle first") {
      let report = try Handle.report(#"{"variants":{}}"#)
      for handle in [nil, report] {
        let sequence = Out<Int64>()
        #expect(abi.pyxis_report_publish(handle, sequence, ErrorOut()) == .noReportDirectory)
      }
      report.release()
      #expect(abi.pyxis_report_publish(report, Out<Int64>(), ErrorOut()) == .invalidHandle)
    },
    .inChild("a process that is not prepared publishes a report that it has, and no other") {
      let run = try Run()
      defer { run.remove() }
      for (name, value) in run.variables { setenv(name, value, 1) }
      #expect(abi.pyxis_report_publish(nil, Out<Int64>(), ErrorOut()) == .notPrepared)
      try #expect(run.envelopes().isEmpty)
      try #expect(publish(Handle.report(#"{"variants":{}}"#)) == 0)
      try #expect(run.envelopes().map(\.report) == [PyxisBootstrapReport()])
    },
    .inChild("a preparation stands if its report cannot be published, and both say why") {
      let run = try Run()
      run.remove()
      let handler = Handler()
      #expect(handler.install() == .ok)
      let launched = try run.prepared()
      #expect(pyxisConfiguration.report == launched)
      let error = ErrorOut()
      #expect(abi.pyxis_report_publish(nil, Out<Int64>(), error) == .reportNotPublished)
      let message = try error.message()
      #expect(handler.messages == [message])
      #expect(message.contains(run.path) && message.contains("No such file or directory"))
      try #expect(error.key() == nil)
      try #expect(error.offset() == nil)
    },
    .inChild("variables that say no place are errors that name them") {
      let run = try Run()
      defer { run.remove() }
      let report = try Handle.report(#"{"variants":{}}"#)
      let cases: [(path: String?, run: String?, message: String)] = [
        (run.path, nil, "PYXIS_RUN_ID is not"), (nil, Run.identifier, "PYXIS_REPORT_DIR is not"),
        ("relative", Run.identifier, "PYXIS_REPORT_DIR is not an absolute path"),
        (run.path, "0", "PYXIS_RUN_ID is not 32 lower-case hexadecimal digits"),
      ]
      for (path, identifier, part) in cases {
        for (name, value) in [("PYXIS_REPORT_DIR", path), ("PYXIS_RUN_ID", identifier)] {
          if let value { setenv(name, value, 1) } else { unsetenv(name) }
        }
        let error = ErrorOut()
        #expect(abi.pyxis_report_publish(report, Out<Int64>(), error) == .reportNotPublished)
        try #expect(error.message().contains(part))
      }
      try #expect(run.envelopes().isEmpty)
    },
    .inChild("R15: a report that cannot be encoded is not published, and its key is named") {
      let run = try Run()
      defer { run.remove() }
      for (name, value) in run.variables { setenv(name, value, 1) }
      let report = try Handle.report(#"{"variants":{"é":{"status":"applied","value":"x"}}}"#)
      let covered = try Handle(.report) {
        abi.pyxis_report_covering(report, try? Handle.variants(["e\u{301}": "y"]), $0)
      }
      let error = ErrorOut()
      #expect(abi.pyxis_report_publish(covered, Out<Int64>(), error) == .invalidReport)
      try #expect(error.key()?.isSame(as: "é") == true)
      try #expect(run.envelopes().isEmpty)
    },
    .inChild("the child of a fork publishes as such, and counts for itself") {
      let run = try Run()
      defer { run.remove() }
      _ = try run.prepared()
      let code = inForkedChild {
        var sequence: Int64 = -1
        guard pyxis_report_publish(nil, &sequence, nil) == PYXIS_OK else { return 1 }
        return sequence == 0 ? 0 : 2
      }
      #expect(code == 0)
      try #expect(publish(nil) == 1)
      let envelopes = try run.envelopes()
      #expect(envelopes.map(\.sequence) == [0, 0, 1])
      #expect(envelopes.filter { $0.role == .forked }.count == 1)
      #expect(envelopes.filter { $0.parentProcessIdentifier == getpid() }.count == 1)
    },
  ]
}

/// A run of a host, with the directory that its reports go to.
private struct Run {
  let path: String
  static let identifier = "0123456789abcdef0123456789abcdef"

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "pyxis-run-\(UUID())")
    path = url.path(percentEncoded: false)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  var variables: [(String, String)] {
    [("PYXIS_REPORT_DIR", path), ("PYXIS_RUN_ID", Self.identifier)]
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Prepares this process as a host of the run.
  func prepared() throws -> PyxisBootstrapReport {
    let preparation = Preparation(
      requesting: ["a": "1", "b": "2"], adapters: [.applying("a")])
    preparation.environment? += variables.map { "\($0)=\($1)" }
    return try preparation.succeed()
  }

  /// What was published, in the order of sequence numbers.
  func envelopes() throws -> [PyxisReportEnvelope] {
    try FileManager.default.contentsOfDirectory(atPath: path).map { name in
      try PyxisReportEnvelope(decoding: Data(contentsOf: URL(filePath: path + "/" + name)))
    }.sorted { $0.sequence < $1.sequence }
  }
}

/// Publishes a report, which has to succeed, and returns its number.
private func publish(_ report: Handle?) throws -> Int64 {
  let (sequence, error) = (Out<Int64>(), ErrorOut())
  try #require(abi.pyxis_report_publish(report, sequence, error) == .ok)
  return sequence.value
}
