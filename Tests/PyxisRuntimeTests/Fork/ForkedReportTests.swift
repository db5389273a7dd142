import Foundation
import PyxisCore
import PyxisRuntime
import Testing

@Suite("Reports of forked processes", .generousTimeLimit)
struct ForkedReportTests {
  @Test("A forked child publishes as such, and each process counts for itself")
  func roles() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        let environment = try launch(["a": "1"]).merging(directory.environment) { $1 }
        try preparePyxis(environment: environment, adapters: applying("a"))
        try #expect(publishPyxisReport() == 1)
        let succeeded = try inForkedProcess {
          let first = try publishPyxisReport()
          let isGrandchildRight = try inForkedProcess { try publishPyxisReport() == 0 }
          return try first == 0 && publishPyxisReport() == 1 && isGrandchildRight
        }
        #expect(succeeded)
        try #expect(publishPyxisReport() == 2)
        let envelopes = try directory.envelopes()
        let here = envelopes.filter { $0.processIdentifier == getpid() }
        #expect(here.map(\.sequence) == [0, 1, 2])
        #expect(here.allSatisfy { $0.role == .host && $0.parentProcessIdentifier == getppid() })
        let children = envelopes.filter { $0.parentProcessIdentifier == getpid() }
        #expect(children.map(\.sequence) == [0, 1])
        let others = envelopes.filter { $0.processIdentifier != getpid() }
        #expect(others.count == 3)
        #expect(others.allSatisfy { $0.role == .forked })
        #expect(Set(others.map(\.processIdentifier)).count == 2)
      }
    }
  }

  @Test("A child that prepares itself publishes as forked")
  func preparedChild() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        let environment = try launch(["a": "1"]).merging(directory.environment) { $1 }
        let succeeded = try inForkedProcess {
          try MainActor.assumeIsolated { try preparePyxis(environment: environment) } != nil
        }
        #expect(succeeded)
        try preparePyxis(environment: environment)
        try #expect(directory.envelopes().map(\.sequence) == [0, 0])
        try #expect(Set(directory.envelopes().map(\.role)) == [.host, .forked])
      }
    }
  }

  @Test(
    "A child of a host with busy threads can publish at once",
    .disabled(if: isThreadSanitized))
  func busyThreads() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        setLaunchEnvironment(directory.environment)
        let report = PyxisBootstrapReport(["a": .applied("1")])
        let (isDone, started) = (Counter(), Counter())
        let threads = try (0..<3).map { _ in
          try TestThread {
            while isDone.value == 0 {
              try publishPyxisReport(report)
              started.add()
            }
          }
        }
        try spin { started.value >= threads.count }
        for round in 0..<20 {
          let succeeded = try inForkedProcess { try publishPyxisReport(report) == 0 }
          #expect(succeeded, "round \(round)")
        }
        isDone.add()
        for thread in threads { try thread.result() }
        let envelopes = try directory.envelopes()
        #expect(envelopes.filter { $0.role == .forked }.count == 20)
        let hosts = envelopes.filter { $0.role == .host }
        #expect(hosts.map(\.sequence) == Array(0..<hosts.count))
      }
    }
  }

  @Test("A process that is killed while it publishes leaves no half report")
  func killed() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        setLaunchEnvironment(directory.environment)
        let report = PyxisBootstrapReport([
          "a": .applied(String(repeating: "x", count: 4 << 20))
        ])
        for _ in 1...5 {
          let child = try forkProcess()
          if child == 0 {
            while (try? publishPyxisReport(report)) != nil {}
            endChild(succeeding: false)
          }
          try spin { (try? isWriting(child, in: directory)) == true }
          kill(child, SIGKILL)
          try #expect(hasSucceeded(child) == false)
          // Each file with a final name is one that decodes.
          try #expect(directory.envelopes().allSatisfy { $0.report == report })
          for name in try directory.names() { unlink("\(path)/\(name)") }
        }
      }
    }
  }
}

/// Whether a child has a file under its temporary name now.
private func isWriting(_ child: pid_t, in directory: ReportDirectory) throws -> Bool {
  try directory.names().contains { $0.hasPrefix(".pyxis-\(child)-") && $0.hasSuffix(".tmp") }
}
