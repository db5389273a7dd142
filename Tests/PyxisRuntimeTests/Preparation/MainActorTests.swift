import CPyxis
import Foundation
import PyxisRuntime
import Testing

@Suite("Preparation and the main actor")
struct MainActorTests {
  @Test("R16: preparePyxis does its whole work before it returns, and turns no run loop")
  func noRunLoop() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let log = Log()
      let later = Task { @MainActor in log.add("later") }
      RunLoop.main.perform { log.add("run loop") }
      DispatchQueue.main.async { log.add("queue") }
      let adapter = PyxisAdapter("a") { variant in
        MainActor.assertIsolated()
        log.add("adapter")
        return .applied(variant.value)
      }
      try preparePyxis(environment: launch(["a": "1"]), adapters: [adapter]) { _ in
        log.add("configure")
      }
      log.add("prepared")
      #expect(log.all == ["configure", "adapter", "prepared"])
      await later.value
      #expect(log.all.contains("later"))
    }
  }

  @Test("R16: it is called from synchronous code of the main actor")
  func synchronous() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      func start() throws -> PyxisBootstrapReport? {
        try MainActor.assumeIsolated {
          try preparePyxis(environment: launch(["a": "1"]), adapters: applying("a"))
        }
      }
      let report = try start()
      #expect(report?["a"] == .applied("1"))
    }
  }

  @Test(
    "R16: C prepares on the main thread, or on any if it says so, while the main one is busy",
    .disabled(if: isThreadSanitized))
  func threads() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      setenv(pyxisEnvironmentKey, #"{"version":1,"requested":{"a":"1"}}"#, 1)
      // The thread that forks is the main one of the new process. There it waits for the other,
      // so nobody could run anything on it.
      let anyThread = try inForkedProcess {
        let refused = try onNewThread { prepareInC(flags: 0) }
        let isUnprepared = pyxisConfiguration == PyxisConfiguration()
        let worker = try onNewThread { prepareInC(flags: PYXIS_PREPARE_ANY_THREAD) }
        return refused == PYXIS_ERROR_WRONG_THREAD && isUnprepared && worker == PYXIS_OK
          && pyxisConfiguration.requested == ["a": "1"]
          && prepareInC(flags: 0) == PYXIS_ERROR_ALREADY_PREPARED
      }
      #expect(anyThread)
      let mainThread = try inForkedProcess { prepareInC(flags: 0) == PYXIS_OK }
      #expect(mainThread)
    }
  }
}

private func prepareInC(flags: UInt32) -> pyxis_status {
  var options = pyxis_prepare_options()
  options.struct_size = UInt32(MemoryLayout<pyxis_prepare_options>.size)
  options.flags = flags
  return pyxis_prepare(&options, nil, nil)
}
