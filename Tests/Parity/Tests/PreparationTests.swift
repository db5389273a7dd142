import CPyxis
import PyxisCore
import PyxisRuntime
import Testing

/// Preparation that succeeds, each time in a process of its own.
@Suite("Preparation", .generousTimeLimit)
struct PreparationTests {
  @Test(arguments: Scenario.preparation)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let preparation: [Scenario] = [
    .inChild("R10: configuration and report are published, and Swift sees them") {
      let preparation = Preparation(
        requesting: ["locale": "pl_PL", "color_scheme": "dark"],
        adapters: [.applying("locale"), .applying("color_scheme")],
        configure: { staged in
          #expect((try? Int64.set(staged, Depth.definedInC(), 5)) == .ok)
          return 0
        })
      let report = try preparation.succeed()
      #expect(
        report
          == PyxisBootstrapReport([
            ("locale", .applied("pl_PL")), ("color_scheme", .applied("dark")),
          ]))
      #expect(pyxisConfiguration.report == report)
      #expect(pyxisConfiguration.requested == ["color_scheme": "dark", "locale": "pl_PL"])
      try expectDepth(5)
      try onNewThread { try expectDepth(5) }
      let captured = try Handle.captured()
      let seen = try Handle(.report) { abi.pyxis_configuration_report(captured, $0) }
      try #expect(seen.report() == report)
      let requested = try Handle(.variants) { abi.pyxis_configuration_requested(captured, $0) }
      try #expect(requested.variants() == Array(pyxisConfiguration.requested))
      #expect(throws: PyxisBootstrapError.alreadyPrepared) {
        try preparePyxis(environment: ["PYXIS_BOOTSTRAP": #"{"version":1,"requested":{}}"#])
      }
    },
    .inChild("R10: adapters of requested variants run in the order of their keys' bytes") {
      let log = Log()
      let keys = ["é", "z", "a.b", "a", "Z", "e\u{301}x", "not.requested"]
      let preparation = Preparation(
        requesting: ["z": "1", "a": "2", "a.b": "3", "é": "4", "Z": "5", "e\u{301}x": "6"],
        adapters: keys.map { key in
          Preparation.Adapter(key) { key, value, result in
            log.note("\(key)=\(value)")
            abi.pyxis_result_set(result, PYXIS_VARIANT_OBSERVED, value, nil, 0)
          }
        },
        configure: { _ in
          log.note("configure")
          return 0
        })
      let report = try preparation.succeed()
      #expect(
        log.all == ["configure", "Z=5", "a=2", "a.b=3", "e\u{301}x=6", "z=1", "é=4"])
      #expect(report.map(\.key) == ["Z", "a", "a.b", "e\u{301}x", "z", "é"])
      #expect(report.allSatisfy { $0.result.status == .observed })
    },
    .inChild("R10: adapters see the staged configuration, and no report") {
      let preparation = Preparation(
        requesting: ["a": "b"],
        adapters: [
          Preparation.Adapter("a") { _, value, result in
            #expect(throws: Never.self) {
              try expectDepth(6)
              let captured = try Handle.captured()
              #expect(
                abi.pyxis_configuration_report(captured, Out<OpaquePointer?>()) == .notFound)
              #expect(pyxisConfiguration.report == nil)
              #expect(pyxisConfiguration.requested == ["a": "b"])
              try onNewThread { try expectDepth(Depth.defaultValue) }
            }
            abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0)
          }
        ],
        configure: { staged in
          #expect((try? Int64.set(staged, Depth.definedInC(), 6)) == .ok)
          return 0
        })
      try #expect(preparation.succeed()["a"] == .applied("b"))
      try expectDepth(6)
    },
    .inChild("R10: configure sees what was requested, and the effective configuration unchanged") {
      let preparation = Preparation(
        requesting: ["a": "b\0c"],
        configure: { staged in
          #expect(throws: Never.self) {
            let requested = try Handle(.variants) {
              abi.pyxis_configuration_requested(staged, $0)
            }
            try #expect(requested.variants() == [PyxisVariant(key: "a", value: "b\0c")])
            #expect(
              abi.pyxis_configuration_report(staged, Out<OpaquePointer?>()) == .notFound)
            #expect(Int64.set(staged, try Depth.definedInC(), 6) == .ok)
            try #expect(Int64.get(staged, Depth.definedInC()) == 6)
            try expectDepth(Depth.defaultValue)
          }
          return 0
        })
      _ = try preparation.succeed()
      try expectDepth(6)
    },
    .inChild("R9: preparation inside a scope starts from the process default") {
      try runScope(configuration(withDepth: 3)) {
        let preparation = Preparation(
          requesting: ["a": "b"], adapters: [.applying("a")],
          configure: { staged in
            #expect((try? Int64.get(staged, Depth.definedInC())) == Depth.defaultValue)
            return 0
          })
        _ = try preparation.succeed()
        try expectDepth(3)
        // The scope's own launch facts are those of the time when it was captured (R22).
        #expect(pyxisConfiguration.report == nil)
      }
      try expectDepth(Depth.defaultValue)
      #expect(pyxisConfiguration.report?["a"] == .applied("b"))
    },
    .inChild("R8: without a payload nothing runs, and preparation is not used up") {
      let log = Log()
      let counter = DestroyCounter()
      for environment in [[], ["PATH=/bin"], ["PYXIS_BOOTSTRA=x", "PYXIS_BOOTSTRAPS=y"], nil] {
        let preparation = Preparation(environment: environment)
        preparation.configure = { _ in
          log.note("configure")
          return 0
        }
        preparation.configureDestroy = counter.function
        preparation.adapters = [.applying("a", destroy: counter.function)]
        #expect(
          preparation.run(report: Out<OpaquePointer?>(), error: ErrorOut()) == .noPayload)
      }
      #expect(counter.destroyed(adapters: 1) == [4, 4])
      #expect(log.all.isEmpty)
      #expect(pyxisConfiguration.requested.isEmpty)
      let preparation = Preparation(requesting: ["a": "b"], adapters: [.applying("a")])
      try #expect(preparation.succeed()["a"] == .applied("b"))
    },
    .inChild("R14: what no adapter applied is not reported as applied") {
      let preparation = Preparation(
        requesting: [
          "silent": "1", "nobody": "2", "accessibility.color_filters": "grayscale", "set": "3",
        ],
        adapters: [Preparation.Adapter("silent") { _, _, _ in }],
        configure: { staged in
          let key = try? String.key("set", default: "")
          #expect(String.set(staged, key ?? 0, "3") == .ok)
          return 0
        })
      let report = try preparation.succeed()
      for key in ["silent", "nobody", "set"] {
        #expect(report[key]?.status == .unverified)
        #expect(report[key]?.reason?.isEmpty == false)
      }
      #expect(report["accessibility.color_filters"]?.status == .unsupported)
      #expect(report["accessibility.color_filters"]?.reason?.isEmpty == false)
      #expect(throws: Never.self) { try report.validate() }
    },
    .inChild("the last result that an adapter sets counts, and a refused one does not") {
      let preparation = Preparation(
        requesting: ["a": "b"],
        adapters: [
          Preparation.Adapter("a") { _, _, result in
            let (applied, unsupported) = (PYXIS_VARIANT_APPLIED, PYXIS_VARIANT_UNSUPPORTED)
            #expect(abi.pyxis_result_set(result, unsupported, nil, 0, "no") == .ok)
            #expect(abi.pyxis_result_set(result, applied, "x\0y", "why") == .ok)
            for status in [0, 5, -1, .max] as [Int32] {
              #expect(abi.pyxis_result_set(result, status, "z", "z") == .invalidArgument)
            }
            for bytes in invalidUTF8 {
              #expect(abi.pyxis_result_set(result, applied, bytes, "z") == .invalidUTF8)
              #expect(abi.pyxis_result_set(result, applied, "z", bytes) == .invalidUTF8)
            }
          }
        ])
      let result = PyxisVariantResult(status: .applied, value: "x\0y", reason: "why")
      try #expect(preparation.succeed()["a"] == result)
    },
    .inChild("an environment entry of other bytes, and a doubled one, do no harm") {
      let preparation = Preparation(environment: [
        "", "=", "NOVALUE", payload(["a": "1"]), "OTHER=\u{1}", payload(["a": "2"]),
      ])
      preparation.adapters = [.applying("a")]
      // As with getenv(), the first one of a name counts.
      try #expect(preparation.succeed()["a"] == .applied("1"))
    },
    .inChild("R3: the report and the requested variants stay as they were launched") {
      let preparation = Preparation(requesting: ["a": "b"], adapters: [.applying("a")])
      let report = try preparation.succeed()
      try withPyxis {
        $0[Depth.self] = 1
      } operation: {
        try runScope(configuration(withDepth: 2)) {
          let captured = try Handle.captured()
          let seen = try Handle(.report) { abi.pyxis_configuration_report(captured, $0) }
          try #expect(seen.report() == report)
          #expect(pyxisConfiguration.report == report)
          #expect(pyxisConfiguration.requested == ["a": "b"])
        }
      }
      let empty = try Handle.emptyConfiguration()
      #expect(abi.pyxis_configuration_report(empty, Out<OpaquePointer?>()) == .notFound)
    },
  ]
}
