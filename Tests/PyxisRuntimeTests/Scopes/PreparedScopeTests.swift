import CPyxis
import PyxisRuntime
import Testing

@Suite("Scopes of a prepared process")
struct PreparedScopeTests {
  @Test("R22: a scope runs no adapter, rewrites no report and keeps what was requested")
  func scopes() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let runs = Counter()
      let adapter = PyxisAdapter("a") { variant in
        runs.add()
        return .applied(variant.value)
      }
      let report = try preparePyxis(
        environment: launch(["a": "1", "b": "2"]), adapters: [adapter]
      ) {
        $0.status = "prepared"
      }
      func isUnchanged() -> Bool {
        pyxisConfiguration.requested == ["a": "1", "b": "2"] && pyxisConfiguration.report == report
          && runs.value == 1
      }
      #expect(isUnchanged())
      await withPyxis {
        $0.status = "scoped"
      } operation: {
        #expect(isUnchanged())
        await Task.yield()
        withPyxis(pyxisConfiguration) { #expect(isUnchanged()) }
        let isUnchangedInTask = await Task { @MainActor in isUnchanged() }.value
        #expect(isUnchangedInTask)
        runScope(setting: defineInteger("tests.prepared.number"), to: 1) {
          #expect(isUnchanged())
          #expect(currentStatus() == "scoped")
        }
        #expect(currentStatus() == "scoped")
      }
      #expect(isUnchanged())
      #expect(currentStatus() == "prepared")
    }
  }

  @Test("R21: scopes override the process default for their work, and never change it")
  func processDefault() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let keys = (0..<30).map { defineInteger("tests.prepared.\($0)", default: -1) }
      try preparePyxis(environment: launch(["a": "1"])) { $0.status = "prepared" }
      let prepared = pyxisConfiguration
      let wrong = try onNewThreads(4) { number in
        var wrong = 0
        for round in 0..<500 {
          let value = Int64(number * 1_000 + round)
          let key = keys[round % keys.count]
          withPyxis {
            $0.status = "\(value)"
          } operation: {
            runScope(setting: key, to: value) {
              if currentStatus() != "\(value)" || effectiveInteger(key) != value { wrong += 1 }
            }
          }
          if currentStatus() != "prepared" || effectiveInteger(key) != -1 { wrong += 1 }
        }
        return wrong
      }
      #expect(wrong == [0, 0, 0, 0])
      #expect(pyxisConfiguration == prepared)
    }
  }

  @Test("R17: an empty configuration as a scope shows no process default, and is left again")
  func emptyConfiguration() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      try preparePyxis(environment: launch(["a": "1"])) { $0.status = "prepared" }
      withPyxis(PyxisConfiguration()) {
        #expect(currentStatus() == "none")
        withPyxis({ $0.status += "!" }) { #expect(currentStatus() == "none!") }
      }
      #expect(currentStatus() == "prepared")
    }
  }
}
