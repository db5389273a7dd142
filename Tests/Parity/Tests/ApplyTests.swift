import CPyxis
import PyxisCore
import Testing

/// R24: applying what was requested once more, each time in a process of its own.
@Suite("Applying", .generousTimeLimit)
struct ApplyTests {
  @Test(arguments: Scenario.apply)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let apply: [Scenario] = [
    .inChild("R24: without preparation no adapter runs, and it is destroyed all the same") {
      let (log, counter) = (Log(), DestroyCounter())
      let adapter = Preparation.Adapter("a", destroy: counter.function) { _, _, _ in log.note("ran")
      }
      #expect(callApply([adapter]) == .notPrepared)
      #expect(log.all.isEmpty)
      #expect(counter.destroyed(adapters: 1) == [0, 1])
    },
    .inChild("R24: the report is that of the process, with the handled keys replaced") {
      let launched = try prepared()
      let log = Log()
      let adapters = ["z", "b", "a"].map { key in
        Preparation.Adapter(key) { key, value, result in
          log.note(key)
          abi.pyxis_result_set(result, PYXIS_VARIANT_OBSERVED, value + " again", nil, 0)
        }
      }
      for _ in 1...2 {
        let report = try applied(adapters)
        #expect(report["a"] == .observed("1 again"))
        #expect(report["b"] == .observed("2 again"))
        #expect(report["c"] == launched["c"])
        #expect(report.count == 3)
      }
      #expect(log.all == ["a", "b", "a", "b"])
      #expect(pyxisConfiguration.report == launched)
      #expect(abi.pyxis_apply(nil, nil, 0, nil, nil) == .ok)
      try #expect(applied([]) == launched)
    },
    .inChild("R24: adapters see the configuration of the call, whatever scope surrounds it") {
      _ = try prepared()
      let seen = Log()
      let adapter = Preparation.Adapter("a") { _, value, result in
        #expect(throws: Never.self) {
          seen.note("\(pyxisConfiguration[Depth.self])")
          try expectDepth(pyxisConfiguration[Depth.self])
        }
        abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0)
      }
      let other = try configuration(withDepth: 7)
      try runScope(configuration(withDepth: 3)) {
        _ = try applied([adapter], with: other)
        _ = try applied([adapter])
        try expectDepth(3)
      }
      _ = try applied([adapter])
      #expect(seen.all == ["7", "3", "\(Depth.defaultValue)"])
    },
    .inChild("R15: an invalid result fails, names its key and changes nothing") {
      let launched = try prepared()
      let error = ErrorOut()
      let adapter = Preparation.Adapter("b") { _, _, result in
        abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, nil, 0, nil, 0)
      }
      #expect(callApply([adapter], report: Out(), error: error) == .invalidReport)
      try #expect(error.key() == "b")
      #expect(pyxisConfiguration.report == launched)
    },
    .inChild("R14: an adapter that sets nothing leaves its variant unverified") {
      _ = try prepared()
      let report = try applied([Preparation.Adapter("a") { _, _, _ in }])
      #expect(report["a"]?.status == .unverified)
      #expect(report["a"]?.reason?.isEmpty == false)
    },
    .inChild("adapters are checked and destroyed as in preparation") {
      _ = try prepared()
      func check(_ expected: Status, _ change: (inout [Preparation.Adapter]) -> Void) {
        let counter = DestroyCounter()
        var adapters = ["a", "b"].map {
          Preparation.Adapter.applying($0, destroy: counter.function)
        }
        change(&adapters)
        #expect(callApply(adapters, report: Out(), error: ErrorOut()) == expected)
        #expect(counter.destroyed(adapters: 2) == [0, 1, 1])
      }
      check(.ok) { _ in }
      check(.invalidArgument) { $0[1].key = "a" }
      check(.invalidArgument) { $0[0].key = nil }
      check(.invalidArgument) { $0[1].apply = nil }
      check(.invalidUTF8) { $0[1].rawKey = [0xFF] }
      let (counter, layout) = (DestroyCounter(), Preparation.Layout(size: 64, tail: 1))
      let adapters = [Preparation.Adapter.applying("a", destroy: counter.function)]
      #expect(
        callApply(adapters, layout: layout, report: Out(), error: ErrorOut()) == .invalidStruct)
      #expect(counter.destroyed(adapters: 1) == [0, 1])
      #expect(abi.pyxis_apply(nil, nil, 1, nil, ErrorOut()) == .invalidArgument)
      let released = try Handle.captured()
      released.release()
      #expect(abi.pyxis_apply(released, nil, 0, nil, ErrorOut()) == .invalidHandle)
    },
    .inChild("R24: an adapter that checks values runs for known ones, others are unsupported") {
      let values = ["color_scheme": "sepia", "accessibility.contrast": "high"]
      _ = try Preparation(requesting: ["color_scheme": "sepia", "accessibility.contrast": "high"])
        .succeed()
      let log = Log()
      let adapters = ["accessibility.content_size", "accessibility.contrast", "color_scheme"].map {
        var adapter = Preparation.Adapter($0) { key, value, result in
          log.note(key)
          #expect(values[key] == value)
          abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0)
        }
        adapter.flags = PYXIS_ADAPTER_KNOWN_VALUES
        return adapter
      }
      let report = try applied(adapters)
      #expect(report["accessibility.contrast"] == .applied("high"))
      #expect(report["color_scheme"] == .unsupported(#""sepia" is no value of color_scheme."#))
      #expect(report.count == 2)
      #expect(log.all == ["accessibility.contrast"])
    },
    .inChild("flags that an adapter cannot have are refused, with its key") {
      _ = try prepared()
      let wrong: [(String, UInt32)] = [
        ("color_scheme", 2), ("color_scheme", 3), ("color_scheme", 1 << 31), ("a", 1),
        ("layout_direction", 1), ("color_scheme.x", 1),
      ]
      for (key, flags) in wrong {
        var adapter = Preparation.Adapter.applying(key)
        adapter.flags = flags
        let error = ErrorOut()
        #expect(callApply([adapter], report: Out(), error: error) == .invalidArgument)
        try #expect(error.key() == key)
      }
    },
    .inChild("R24: any thread may apply, also from inside an adapter of another call") {
      _ = try prepared()
      let adapter = Preparation.Adapter("a") { _, value, result in
        #expect(throws: Never.self) {
          try onNewThread { try #expect(applied([.applying("b")])["b"] == .applied("2")) }
          try #expect(applied([.applying("b")])["b"] == .applied("2"))
        }
        abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0)
      }
      try #expect(applied([adapter])["a"] == .applied("1"))
    },
    .inChild("R24: inside a preparation the process is not prepared") {
      let preparation = Preparation(
        requesting: ["a": "b"],
        adapters: [
          Preparation.Adapter("a") { _, value, result in
            #expect(callApply([.applying("a")], report: Out(), error: ErrorOut()) == .notPrepared)
            abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0)
          }
        ])
      try #expect(preparation.succeed()["a"] == .applied("b"))
    },
  ]
}

/// A process that was launched with three variants, of which one was applied.
private func prepared() throws -> PyxisBootstrapReport {
  try Preparation(requesting: ["a": "1", "b": "2", "c": "3"], adapters: [.applying("a")]).succeed()
}

private func callApply(
  _ adapters: [Preparation.Adapter], with configuration: Handle? = nil,
  layout: Preparation.Layout? = nil, report: Out<OpaquePointer?>? = nil, error: ErrorOut? = nil
) -> Status {
  let preparation = Preparation(environment: [])
  preparation.adapters = adapters
  if let layout { preparation.adapterLayout = layout }
  let arena = Arena()
  let memory = adapters.isEmpty ? nil : preparation.adaptersMemory(in: arena)
  defer { withExtendedLifetime((arena, preparation)) {} }
  return abi.pyxis_apply(configuration, memory, adapters.count, report, error)
}

private func applied(
  _ adapters: [Preparation.Adapter], with configuration: Handle? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> PyxisBootstrapReport {
  try Handle(.report, sourceLocation: sourceLocation) {
    callApply(adapters, with: configuration, report: $0)
  }.report()
}
