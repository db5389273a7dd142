import PyxisCore
import PyxisRuntime
import Testing

@Suite("Preparation: at most once")
struct PreparationOnceTests {
  @Test("R12: a second preparation is an error, runs nothing and changes nothing")
  func second() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      try preparePyxis(environment: launch(["a": "1"])) { $0.status = "first" }
      let prepared = pyxisConfiguration
      for environment in [try launch(["a": "2"]), launch(text: "{")] {
        #expect(throws: PyxisBootstrapError.alreadyPrepared) {
          try preparePyxis(environment: environment) {
            $0.status = "second"
            Issue.record("The configuration was configured.")
          }
        }
      }
      #expect(pyxisConfiguration == prepared)
    }
  }

  @Test("R12: a preparation inside another one, in configure or an adapter, is an error")
  func reentrant() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let adapter = PyxisAdapter("a") { variant in
        #expect(throws: PyxisBootstrapError.preparationInProgress) {
          try preparePyxis(environment: launch(["b": "2"]))
        }
        return .applied(variant.value)
      }
      let report = try preparePyxis(environment: launch(["a": "1"]), adapters: [adapter]) {
        $0.status = "outer"
        #expect(throws: PyxisBootstrapError.preparationInProgress) {
          try preparePyxis(environment: launch(["b": "2"])) { $0.status = "inner" }
        }
      }
      #expect(report?["a"] == .applied("1"))
      #expect(currentStatus() == "outer")
      #expect(pyxisConfiguration.requested == ["a": "1"])
    }
  }

  @Test("R12: a preparation on another thread during one is an error, and the first goes on")
  func otherThread() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let adapter = PyxisAdapter("a") { variant in
        let outcome = try onNewThread { prepare("thread") }
        #expect(outcome == .inProgress)
        return .applied(variant.value)
      }
      try preparePyxis(environment: launch(["a": "1"]), adapters: [adapter]) {
        $0.status = "main"
        let outcome = try onNewThread { prepare("thread") }
        #expect(outcome == .inProgress)
      }
      let outcome = try onNewThread { prepare("thread") }
      #expect(outcome == .already)
      #expect(currentStatus() == "main")
    }
  }

  @Test("R12: an error after a failure is that failure's only; the next one succeeds")
  func failureDuringRace() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      #expect(throws: Refusal(number: 1)) {
        try preparePyxis(environment: launch([])) { _ in
          let outcome = try onNewThread { prepare("thread") }
          #expect(outcome == .inProgress)
          throw Refusal(number: 1)
        }
      }
      let outcome = try onNewThread { prepare("thread") }
      #expect(outcome == .prepared)
      #expect(currentStatus() == "thread")
    }
  }

  @Test(
    "R12: eight threads race in their first calls into the library; one prepares the process",
    .disabled(if: isThreadSanitized))
  func raced() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      // Each round is a process in which nobody used the library yet.
      for round in 0..<100 {
        let succeeded = try inForkedProcess {
          let outcomes = try onNewThreads(8) { number in prepare("\(number)") }
          let winners = outcomes.indices.filter { outcomes[$0] == .prepared }
          return winners.count == 1 && !outcomes.contains(.other)
            && currentStatus() == "\(winners[0])"
            && pyxisConfiguration.report?["winner"] == .applied("\(winners[0])")
        }
        #expect(succeeded, "round \(round)")
        guard succeeded else { return }
      }
    }
  }
}

private enum Outcome {
  case prepared, already, inProgress, other
}

/// Prepares on any thread, as hosts of other languages do.
private func prepare(_ name: String) -> Outcome {
  do {
    let environment = try launch(["winner": name])
    let report = try Preparation.run(
      environment: .given { environment[$0].map(LaunchText.string) },
      adapters: AdapterIndex(PackedTexts(["winner"])),
      configure: { $0.status = name }, apply: { _, variant in .applied(variant.value) })
    return report?["winner"] == .applied(name) ? .prepared : .other
  } catch PyxisBootstrapError.alreadyPrepared {
    return .already
  } catch PyxisBootstrapError.preparationInProgress {
    return .inProgress
  } catch {
    return .other
  }
}
