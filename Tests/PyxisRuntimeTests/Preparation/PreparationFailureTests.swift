import PyxisRuntime
import Testing

@Suite("Preparation: failures and retries")
struct PreparationFailureTests {
  @Test("R13: a payload that cannot be read changes nothing, and a corrected retry works")
  func payload() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let payloads = [
        "", "{", "null", #"{"version":1}"#, #"{"requested":{}}"#, #"{"version":1,"requested":[]}"#,
        #"{"version":1,"requested":{"a":1}}"#, #"{"version":1,"requested":{"":"x"}}"#,
        #"{"version":1,"requested":{"a":"1","a":"2"}}"#, #"{"version":1,"requested":{}} x"#,
        #"{"version":2,"requested":{}}"#, #"{"version":1,"requested":{"a\u0000":"x"}}"#,
      ]
      let adapter = PyxisAdapter("a") { _ in
        Issue.record("The adapter ran.")
        return .applied("")
      }
      for text in payloads {
        let error = #expect(throws: PyxisBootstrapError.self) {
          try preparePyxis(environment: launch(text: text), adapters: [adapter]) {
            $0.status = "configured"
            Issue.record("The configuration was configured.")
          }
        }
        #expect(error != .preparationInProgress)
        #expect(pyxisConfiguration == PyxisConfiguration())
      }
      let report = try preparePyxis(environment: launch([]))
      #expect(report?.isEmpty == true)
    }
  }

  @Test("R13: a configure that throws publishes nothing, no adapter runs, and a retry starts anew")
  func configure() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let runs = Counter()
      let adapter = PyxisAdapter("a") { variant in
        runs.add()
        return .applied(variant.value)
      }
      for number in 1...3 {
        #expect(throws: Refusal(number: number)) {
          try preparePyxis(environment: launch(["a": "1"]), adapters: [adapter]) {
            $0.status = "configured"
            throw Refusal(number: number)
          }
        }
        #expect(pyxisConfiguration == PyxisConfiguration())
        #expect(try onNewThread { currentStatus() } == "none")
      }
      #expect(runs.value == 0)
      let report = try preparePyxis(environment: launch(["a": "1"]), adapters: [adapter]) {
        #expect($0.status == "none")
        $0.status = "second try"
      }
      #expect(report?["a"] == .applied("1"))
      #expect(runs.value == 1)
      #expect(currentStatus() == "second try")
    }
  }

  @Test("R13: after an invalid report, outside effects stay and the retry runs every adapter again")
  func invalidReport() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let log = Log()
      for attempt in 1...2 {
        let adapters = ["a", "b"].map { key in
          PyxisAdapter(key) { variant in
            log.add("\(key)\(attempt)")
            return key == "a" || attempt == 2
              ? .applied(variant.value) : PyxisVariantResult(status: .applied)
          }
        }
        let report = try? preparePyxis(
          environment: launch(["a": "1", "b": "2"]), adapters: adapters
        ) {
          $0.status = "attempt \(attempt)"
        }
        #expect((report != nil) == (attempt == 2))
        #expect(currentStatus() == (attempt == 2 ? "attempt 2" : "none"))
      }
      #expect(log.all == ["a1", "b1", "a2", "b2"])
    }
  }

  @Test("R13: values of a failed preparation go when it fails")
  func valuesOfFailures() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let ends = Counter()
      #expect(throws: Refusal(number: 1)) {
        try preparePyxis(environment: launch([])) {
          $0[OwnedKey.self] = Owned(ends)
          throw Refusal(number: 1)
        }
      }
      #expect(ends.value == 1)
      try preparePyxis(environment: launch([])) { $0[OwnedKey.self] = Owned(ends) }
      #expect(ends.value == 1)
      #expect(pyxisConfiguration[OwnedKey.self] != nil)
    }
  }

  @Test("R13: an error thrown in a scope restores the scope")
  func insideScope() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      withPyxis {
        $0.status = "scoped"
      } operation: {
        #expect(throws: Refusal(number: 1)) {
          try preparePyxis(environment: launch([])) { _ in throw Refusal(number: 1) }
        }
        #expect(currentStatus() == "scoped")
      }
      #expect(currentStatus() == "none")
    }
  }
}

/// Counts its end.
private final class Owned: Sendable {
  private let ends: Counter
  init(_ ends: Counter) { self.ends = ends }
  deinit { ends.add() }
}

private enum OwnedKey: PyxisConfigurationKey {
  static var defaultValue: Owned? { nil }
}
