import Foundation
import PyxisCore
import PyxisRuntime
import Testing

@Suite("Publishing reports", .generousTimeLimit)
struct PublishingTests {
  @Test("Preparation publishes its report where the runner looks for it, as one private file")
  func preparation() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        try setLaunchEnvironment(launch(["locale": "pl_PL", "os": "x"]) + directory.environment)
        umask(0o777)
        let before = processEnvironment()
        let report = try preparePyxis(adapters: applying("locale"))
        #expect(processEnvironment() == before)
        let envelope = try #require(try directory.envelopes().first)
        #expect(envelope.report == report)
        #expect(envelope.runIdentifier == ReportDirectory.run)
        #expect(envelope.processIdentifier == getpid())
        #expect(envelope.parentProcessIdentifier == getppid())
        #expect(envelope.sequence == 0)
        #expect(envelope.role == .host)
        let names = try directory.names()
        let form = try Regex("pyxis-\(getpid())-0-[0-9a-f]{16}\\.json")
        #expect(names.count == 1)
        #expect(names.allSatisfy { $0.wholeMatch(of: form) != nil })
        var status = stat()
        #expect(lstat("\(path)/\(names[0])", &status) == 0)
        #expect(status.st_mode == S_IFREG | 0o600)
        #expect(status.st_nlink == 1)
      }
    }
  }

  @Test("Each application to a window publishes its report with the next number")
  func application() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        try setLaunchEnvironment(launch(["color_scheme": "dark"]) + directory.environment)
        let launched = try preparePyxis()
        // What the host starts gets no launch variables; its windows still report.
        setLaunchEnvironment([:])
        for number in 1...2 {
          let report = try Application.run(
            configuration: pyxisConfiguration, adapterKeys: PackedTexts(["color_scheme"]),
            apply: { _, variant in .applied("\(variant.value) \(number)") })
          #expect(report?["color_scheme"] == .applied("dark \(number)"))
        }
        let envelopes = try directory.envelopes()
        #expect(envelopes.map(\.sequence) == [0, 1, 2])
        #expect(envelopes.first?.report == launched)
        #expect(
          envelopes.dropFirst().map { $0.report["color_scheme"] }
            == [.applied("dark 1"), .applied("dark 2")])
        #expect(pyxisConfiguration.report == launched)
      }
    }
  }

  @Test("A host publishes what it likes, with the next number each time")
  func explicit() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        try setLaunchEnvironment(launch(["a": "1"]) + directory.environment)
        let launched = try preparePyxis(adapters: applying("a"))
        try #expect(publishPyxisReport() == 1)
        let other = PyxisBootstrapReport(["b": .unsupported("\u{0}\n\u{1B}é")])
        try #expect(publishPyxisReport(other) == 2)
        try #expect(directory.envelopes().map(\.report) == [launched, launched, other])
        #expect(throws: PyxisBootstrapError.self) {
          try publishPyxisReport(PyxisBootstrapReport(["c": .init(status: .applied)]))
        }
        try #expect(directory.names().count == 3)
      }
    }
  }

  @Test("Where nobody asks for reports, publishing is nothing, and says so")
  func notRequested() async throws {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let messages = Log()
      PyxisDiagnostics.setHandler { messages.add($0) }
      setLaunchEnvironment([:])
      try #expect(publishPyxisReport() == nil)
      try #expect(publishPyxisReport(PyxisBootstrapReport()) == nil)
      try preparePyxis(environment: launch(["a": "1"]), adapters: applying("a"))
      try #expect(publishPyxisReport() == nil)
      #expect(messages.all == [])
    }
  }

  @Test("A process that is not prepared publishes a report that it has, and no other")
  func notPrepared() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        setLaunchEnvironment(directory.environment)
        try #expect(preparePyxis() == nil)
        let expected = PyxisBootstrapError.reportNotPublished(
          reason: "the process is not prepared, and no report was given")
        #expect(throws: expected) { try publishPyxisReport() }
        try #expect(directory.names() == [])
        let report = PyxisBootstrapReport(["a": .observed("1")])
        try #expect(publishPyxisReport(report) == 0)
        try #expect(directory.envelopes().map(\.report) == [report])
      }
    }
  }

  @Test("R8: the environment that preparation was given decides, and not that of the process")
  func givenEnvironment() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        setLaunchEnvironment([:])
        let environment = try launch(["a": "1"]) + directory.environment
        try preparePyxis(environment: environment)
        try #expect(publishPyxisReport() == 1)
        try #expect(directory.envelopes().count == 2)
      }
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        setLaunchEnvironment(directory.environment)
        try preparePyxis(environment: launch(["a": "1"]))
        try #expect(publishPyxisReport() == nil)
        try #expect(directory.envelopes().count == 2)
      }
    }
  }

  @Test("A preparation that fails publishes nothing, and the one that follows begins at 0")
  func failedPreparation() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        try setLaunchEnvironment(launch(["a": "1"]) + directory.environment)
        #expect(throws: Refusal.self) { try preparePyxis { _ in throw Refusal(number: 1) } }
        #expect(throws: PyxisBootstrapError.self) {
          try preparePyxis(adapters: [PyxisAdapter("a") { _ in .init(status: .applied) }])
        }
        try #expect(directory.names() == [])
        try preparePyxis()
        try #expect(directory.envelopes().map(\.sequence) == [0])
        #expect(throws: PyxisBootstrapError.alreadyPrepared) { try preparePyxis() }
        try #expect(directory.names().count == 1)
      }
    }
  }

  @Test("Values of secret keys are in no published report")
  func secrets() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        try setLaunchEnvironment(launch(["tests.token": "hunter2"]) + directory.environment)
        try preparePyxis {
          $0[TokenKey.self] = "hunter2"
        }
        try publishPyxisReport(PyxisBootstrapReport(["tests.token": .applied("hunter2")]))
        try publishPyxisReport(PyxisBootstrapReport(["tests.token": .unverified("no hunter2")]))
        let results = try directory.envelopes().map { $0.report["tests.token"] }
        #expect(results.dropFirst() == [.applied("<redacted>"), .unverified("no <redacted>")])
        #expect(!results.contains { "\($0 as Any)".contains("hunter2") })
      }
    }
  }

  @Test("Threads that publish at once each get a number of their own, and every file is whole")
  func concurrently() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        setLaunchEnvironment(directory.environment)
        let text = String(repeating: "x", count: 100_000)
        let numbers = try onNewThreads(4) { thread in
          try (0..<25).map { round in
            try publishPyxisReport(PyxisBootstrapReport(["\(thread)": .applied(text + "\(round)")]))
          }
        }
        #expect(Set(numbers.joined()) == Set(0..<100))
        try #expect(directory.envelopes().map(\.sequence) == Array(0..<100))
        try #expect(directory.names().count == 100)
      }
    }
  }
}

private enum TokenKey: PyxisConfigurationKey {
  static var name: String? { "tests.token" }
  static var isSecret: Bool { true }
  static var defaultValue: String { "" }
}

/// Variables of a launch, added to others.
private func + (left: [String: String], right: [String: String]) -> [String: String] {
  left.merging(right) { $1 }
}
