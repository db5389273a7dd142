import CPyxis
import Foundation
import PyxisCore
import PyxisRuntime
import Testing

@Suite("Forks")
struct ForkTests {
  @Test(
    "After a fork amid busy threads, the child reads, opens scopes, defines keys and prepares",
    .disabled(if: isThreadSanitized))
  func busyThreads() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      #expect(useTheLibrary("warm-up") == [])
      let isDone = Counter()
      let started = Counter()
      let threads = try Hammer.all.map { hammer in
        try TestThread {
          var round = 0
          while isDone.value == 0 {
            hammer.work(round)
            round += 1
            if round == 10 { started.add() }
          }
        }
      }
      try spin { started.value == threads.count }
      for round in 0..<200 {
        let succeeded = try inForkedProcess {
          useTheLibrary("child \(round)") == [] && prepare("child") && currentStatus() == "child"
        }
        #expect(succeeded, "round \(round)")
        guard succeeded else { break }
      }
      isDone.add()
      for thread in threads { try thread.result() }
      #expect(useTheLibrary("parent") == [])
      #expect(prepare("parent"))
    }
  }

  @Test("After a fork while another thread prepares, the child can prepare, and so does the parent")
  func whileAnotherThreadPrepares() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let (isPreparing, isForked) = (Signal(), Signal())
      let thread = try TestThread {
        try prepareThrowing("thread") {
          isPreparing.send()
          try isForked.wait()
        }
      }
      try isPreparing.wait()
      #expect(throws: PyxisBootstrapError.preparationInProgress) { try prepareThrowing("main") }
      let succeeded = try inForkedProcess {
        currentStatus() == "none" && prepare("child") && currentStatus() == "child"
          && isAlreadyPrepared()
      }
      #expect(succeeded)
      isForked.send()
      try thread.result()
      #expect(currentStatus() == "thread")
    }
  }

  @Test("After a fork inside configure, that preparation is in progress in the child too")
  func insideConfigure() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      var succeeded: Bool?
      try prepareThrowing("outer") {
        succeeded = try inForkedProcess {
          do {
            try prepareThrowing("inner")
            return false
          } catch {
            return error as? PyxisBootstrapError == .preparationInProgress
              && useTheLibrary("in configure") == []
          }
        }
      }
      #expect(succeeded == true)
      #expect(currentStatus() == "outer")
    }
  }

  @Test("After a fork inside configure, parent and child each finish their preparation")
  func finishedByBoth() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      var child: pid_t?
      let outcome = Result {
        try prepareThrowing("outer") { child = try forkProcess() }
      }
      let isPrepared =
        (try? outcome.get()) != nil && currentStatus() == "outer" && isAlreadyPrepared()
      if child == 0 { endChild(succeeding: isPrepared) }
      #expect(isPrepared)
      let finished = try hasSucceeded(child ?? -1)
      #expect(finished)
      // What is forked later is prepared.
      let later = try inForkedProcess { currentStatus() == "outer" && isAlreadyPrepared() }
      #expect(later)
    }
  }

  @Test("A scope is still open in the child, and ends there and here apart")
  func openScopes() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let key = defineInteger("tests.forks.scope")
      let scope = openScope(setting: key, to: 1)
      let succeeded = try withPyxis {
        $0.status = "scoped"
      } operation: {
        try inForkedProcess {
          let isOpen = effectiveInteger(key) == 1 && currentStatus() == "scoped"
          return isOpen && withPyxis({ $0.status = "inner" }) { currentStatus() == "inner" }
        }
      }
      #expect(succeeded)
      let closed = try inForkedProcess { close(scope) == PYXIS_OK && effectiveInteger(key) == 0 }
      #expect(closed)
      #expect(effectiveInteger(key) == 1)
      #expect(close(scope) == PYXIS_OK)
    }
  }
}

/// What a thread does all the time while another one forks.
private struct Hammer: Sendable {
  let work: @Sendable (_ round: Int) -> Void

  static let all: [Hammer] = [
    Hammer { round in
      let key = defineInteger("tests.forks.hammer.\(round % 20_000)")
      _ = effectiveInteger(key)
    },
    Hammer { round in
      let key = defineInteger("tests.forks.handles")
      let configurations = (0..<40).map { captured(setting: key, to: Int64($0)) }
      for configuration in configurations { pyxis_configuration_release(configuration) }
    },
    Hammer { round in
      let key = defineInteger("tests.forks.scopes")
      let scope = openScope(setting: key, to: Int64(round))
      withPyxis({ $0.status = "\(round)" }) { _ = currentStatus() }
      _ = close(scope)
    },
    Hammer { round in
      PyxisDiagnostics.setHandler { _ in }
      PyxisDiagnostics.report("\(round)")
    },
  ]
}

/// Uses each part of the library that has state.
///
/// - Returns: What did not go as it should.
private func useTheLibrary(_ name: String) -> [String] {
  var failures: [String] = []
  func check(_ what: String, _ holds: Bool) {
    if !holds { failures.append("\(name): \(what)") }
  }
  let key = defineInteger("tests.forks.\(name)", default: 4)
  check("define", key != 0 && effectiveInteger(key) == 4)
  let scope = openScope(setting: key, to: 5)
  check("open", effectiveInteger(key) == 5)
  check("close", close(scope) == PYXIS_OK && effectiveInteger(key) == 4)
  let status = withPyxis({ $0.status = name }) { currentStatus() }
  check("withPyxis", status == name)
  let configurations = (0..<100).map { captured(setting: key, to: Int64($0)) }
  check(
    "handles",
    configurations.indices.allSatisfy { integer(key, of: configurations[$0]) == Int64($0) })
  for configuration in configurations { pyxis_configuration_release(configuration) }
  let messages = Counter()
  PyxisDiagnostics.setHandler { if $0 == name { messages.add() } }
  PyxisDiagnostics.report(name)
  PyxisDiagnostics.setHandler { _ in }
  check("find", KeyRegistry.find(name: "tests.forks.\(name)") != nil)
  return failures
}

private func prepareThrowing(_ name: String, configure: () throws -> Void = {}) throws {
  let environment = try launch(["name": name])
  _ = try Preparation.run(
    environment: .given { environment[$0].map(LaunchText.string) },
    adapters: AdapterIndex(PackedTexts(["name"])),
    configure: {
      $0.status = name
      try configure()
    },
    apply: { _, variant in .applied(variant.value) })
}

/// Prepares the process, and returns whether that is published.
private func prepare(_ name: String) -> Bool {
  (try? prepareThrowing(name)) != nil
    && pyxisConfiguration.report == PyxisBootstrapReport(["name": .applied(name)])
}

private func isAlreadyPrepared() -> Bool {
  do {
    try prepareThrowing("again")
    return false
  } catch {
    return error as? PyxisBootstrapError == .alreadyPrepared
  }
}
