import Foundation
import PyxisRuntime
import Testing

@Suite("Preparation: the launch environment")
struct LaunchEnvironmentTests {
  @Test("R8: without a payload nothing runs, nothing changes and preparation is not used up")
  func noPayload() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      unsetenv(pyxisEnvironmentKey)
      unsetenv(pyxisEnvironmentFileKey)
      let adapter = PyxisAdapter("locale") { _ in
        Issue.record("The adapter ran.")
        return .applied("")
      }
      for environment in [nil, [:], ["PATH": "/bin", "PYXIS_BOOTSTRAP_": "x"]] {
        let report = try preparePyxis(environment: environment, adapters: [adapter]) {
          $0.status = "configured"
          Issue.record("The configuration was configured.")
        }
        #expect(report == nil)
      }
      #expect(pyxisConfiguration == PyxisConfiguration())
      let report = try preparePyxis(environment: launch([]))
      #expect(report == PyxisBootstrapReport())
    }
  }

  @Test("R8: without an environment, that of the process counts, and it is only read")
  func processEnvironmentCounts() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      setenv(pyxisEnvironmentKey, #"{"version":1,"requested":{"locale":"pl_PL"}}"#, 1)
      let before = processEnvironment()
      let report = try preparePyxis(adapters: applying("locale"))
      #expect(report == PyxisBootstrapReport(["locale": .applied("pl_PL")]))
      #expect(pyxisConfiguration.requested == ["locale": "pl_PL"])
      #expect(processEnvironment() == before)
    }
  }

  @Test("R8: an explicit environment is the whole one, be it empty or not")
  func explicitEnvironment() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      setenv(pyxisEnvironmentKey, "{", 1)
      setenv(pyxisEnvironmentFileKey, "/none", 1)
      let none = try preparePyxis(environment: [:])
      #expect(none == nil)
      try preparePyxis(environment: launch(["locale": "pl_PL"]))
      #expect(pyxisConfiguration.requested["locale"] == "pl_PL")
    }
  }

  @Test("R8: the environment is read once, when the call begins")
  func readOnce() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      setenv(pyxisEnvironmentKey, #"{"version":1,"requested":{"a":"1","b":"2"}}"#, 1)
      let change: @Sendable () -> Void = {
        setenv(pyxisEnvironmentKey, #"{"version":1,"requested":{"other":"3"}}"#, 1)
      }
      let adapter = PyxisAdapter("a") {
        change()
        return .applied($0.value)
      }
      try preparePyxis(adapters: [adapter] + applying("b", "other")) { _ in change() }
      #expect(pyxisConfiguration.requested == ["a": "1", "b": "2"])
      #expect(pyxisConfiguration.report?.count == 2)
    }
  }

  @Test("R8: without a payload, a process that is prepared or preparing gets nil too")
  func noPayloadLater() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      try preparePyxis(environment: launch([])) { _ in
        let none = try preparePyxis(environment: [:])
        #expect(none == nil)
      }
      let none = try preparePyxis(environment: [:])
      #expect(none == nil)
    }
  }

  @Test("An empty payload is none that can be read, and an error")
  func emptyPayload() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      #expect(throws: PyxisBootstrapError.self) {
        try preparePyxis(environment: launch(text: ""))
      }
      setenv(pyxisEnvironmentKey, "", 1)
      #expect(throws: PyxisBootstrapError.self) { try preparePyxis() }
    }
  }

  @Test("Invalid UTF-8 in the process environment is an error that names the variable")
  func invalidUTF8() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let payload = Array(#"{"version":1,"requested":{"locale":"pl"#.utf8) + [0xFF]
      (payload + [0]).withUnsafeBytes { bytes in
        if let value = bytes.bindMemory(to: CChar.self).baseAddress {
          setenv(pyxisEnvironmentKey, value, 1)
        }
      }
      let error = #expect(throws: PyxisBootstrapError.self) { try preparePyxis() }
      #expect(error?.offset == payload.count - 1)
      #expect(error?.description.contains(pyxisEnvironmentKey) == true)
      #expect(pyxisConfiguration == PyxisConfiguration())
    }
  }
}
