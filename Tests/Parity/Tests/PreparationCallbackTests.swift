import CPyxis
import PyxisCore
import PyxisRuntime
import Testing

/// What preparation's callbacks may do (R11, R12), and on which threads it runs (R16).
@Suite("Preparation's callbacks and threads", .generousTimeLimit)
struct PreparationCallbackTests {
  @Test(arguments: Scenario.preparationCallbacks)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let preparationCallbacks: [Scenario] = [
    .inChild("R12: a preparation inside a callback is refused, and the outer one succeeds") {
      let log = Log()
      let nested: @Sendable (_ place: String) -> Void = { place in
        let counter = DestroyCounter()
        let inner = Preparation(
          requesting: ["x": "y"], adapters: [.applying("x", destroy: counter.function)])
        inner.configureDestroy = counter.function
        let status = inner.run(report: Out<OpaquePointer?>(), error: ErrorOut())
        #expect(counter.destroyed(adapters: 1) == [1, 1])
        log.note("\(place) \(status)")
      }
      let preparation = Preparation(
        requesting: ["a": "b"],
        adapters: [
          Preparation.Adapter("a") { _, value, result in
            nested("adapter")
            abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0)
          }
        ],
        configure: { _ in
          nested("configure")
          return 0
        })
      try #expect(preparation.succeed()["a"] == .applied("b"))
      let refused = Status.preparationInProgress
      #expect(log.all == ["configure \(refused)", "adapter \(refused)"])
    },
    .inChild("R12: Swift's preparation inside a C callback is refused") {
      let preparation = Preparation(
        requesting: ["a": "b"],
        configure: { _ in
          MainActor.assumeIsolated {
            _ = #expect(throws: PyxisBootstrapError.preparationInProgress) {
              try preparePyxis(environment: ["PYXIS_BOOTSTRAP": #"{"version":1,"requested":{}}"#])
            }
          }
          return 0
        })
      _ = try preparation.succeed()
    },
    .inChild("R11: callbacks wait for a thread that reads, opens scopes and tries to prepare") {
      let other: @Sendable () -> Void = {
        #expect(throws: Never.self) {
          try onNewThread {
            try expectDepth(Depth.defaultValue)
            try runScope(configuration(withDepth: 1)) { try expectDepth(1) }
            let scope = try Handle.openScope(configuration(withDepth: 2))
            try expectDepth(2)
            #expect(scope.release() == .ok)
            _ = try String.key(default: "new")
            let inner = Preparation(requesting: ["x": "y"])
            #expect(
              inner.run(report: Out<OpaquePointer?>(), error: ErrorOut())
                == .preparationInProgress)
          }
        }
      }
      let destroy = FFICallback(parameters: 1) { _ in
        #expect(throws: Never.self) { try onNewThread { _ = try Handle.captured() } }
      }
      let preparation = Preparation(
        requesting: ["a": "b"],
        adapters: [
          Preparation.Adapter("a", destroy: destroy) { _, value, result in
            other()
            abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0)
          }
        ],
        configure: { _ in
          other()
          return 0
        })
      preparation.configureDestroy = destroy
      try #expect(preparation.succeed()["a"] == .applied("b"))
    },
    .inChild("R16: another thread is refused without the flag, and succeeds with it") {
      let counter = DestroyCounter()
      try onNewThread {
        let preparation = Preparation(
          requesting: ["a": "b"], adapters: [.applying("a", destroy: counter.function)],
          configure: { _ in
            Issue.record("configure ran on the wrong thread")
            return 0
          })
        preparation.configureDestroy = counter.function
        preparation.flags = 0
        #expect(
          preparation.run(report: Out<OpaquePointer?>(), error: ErrorOut()) == .wrongThread)
        #expect(counter.destroyed(adapters: 1) == [1, 1])
        #expect(pyxisConfiguration.report == nil)
        preparation.configure = nil
        preparation.flags = PYXIS_PREPARE_ANY_THREAD
        try #expect(preparation.succeed()["a"] == .applied("b"))
      }
      #expect(pyxisConfiguration.report?["a"] == .applied("b"))
      #expect(counter.destroyed(adapters: 1) == [2, 2])
    },
    .inChild("R12: of many threads that prepare at once one wins, and the others are told") {
      let threads = try (0..<8).map { number in
        try TestThread {
          let preparation = Preparation(
            requesting: ["a": "\(number)"], adapters: [.applying("a")])
          return preparation.run()
        }
      }
      let statuses = try threads.map { try $0.join() }
      #expect(statuses.count { $0 == .ok } == 1)
      let refused: Set<Status> = [.alreadyPrepared, .preparationInProgress]
      #expect(statuses.allSatisfy { $0 == .ok || refused.contains($0) })
      let winner = statuses.firstIndex(of: .ok).map { "\($0)" }
      #expect(pyxisConfiguration.requested["a"] == winner)
      #expect(pyxisConfiguration.report?["a"]?.value == winner)
    },
    .inChild("R16: the library's very first call may come from any thread") {
      try onNewThread {
        #expect(Preparation(environment: [payload(["a": "b"])]).run() == .ok)
        let scope = try Handle.openScope(configuration(withDepth: 1))
        try expectDepth(1)
        #expect(scope.release() == .ok)
      }
      #expect(pyxisConfiguration.report?["a"]?.status == .unverified)
    },
  ]
}
