import CPyxis
import PyxisCore
import PyxisRuntime
import Testing

/// R13: preparation that fails publishes nothing, and a corrected one succeeds.
@Suite("Failing preparation", .generousTimeLimit)
struct PreparationFailureTests {
  @Test(arguments: Scenario.preparationFailures)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let preparationFailures: [Scenario] = [
    .inChild("R13: a malformed payload has a reason and an offset, and a retry works") {
      for example in try SharedCase.all(in: "payloads.json") where example.bytes.count < 1000 {
        guard !example.bytes.contains(0),
          let text = String(validating: example.bytes, as: UTF8.self)
        else { continue }
        guard example.expect != "ok" else { continue }
        let fault = #expect(throws: PyxisBootstrapError.self) { try PyxisVariants(decoding: text) }
        let error = ErrorOut()
        let preparation = Preparation(environment: ["PYXIS_BOOTSTRAP=" + text])
        try #expect(preparation.fail(error) == fault?.status, "\(example.name)")
        try #expect(error.offset() == fault?.offset, "\(example.name)")
      }
      try retryWorks()
    },
    .inChild("R13: both variables, a relative path and a missing file are malformed") {
      let payload = #"{"version":1,"requested":{}}"#
      for environment in [
        ["PYXIS_BOOTSTRAP=\(payload)", "PYXIS_BOOTSTRAP_FILE=/dev/null"],
        ["PYXIS_BOOTSTRAP_FILE=payload.json"], ["PYXIS_BOOTSTRAP_FILE="],
        ["PYXIS_BOOTSTRAP_FILE=/nowhere/payload.json"], ["PYXIS_BOOTSTRAP_FILE=/"],
        ["PYXIS_BOOTSTRAP_FILE=/dev/null"],
      ] {
        let error = ErrorOut()
        try #expect(Preparation(environment: environment).fail(error) == .malformedPayload)
        try #expect(error.message().isEmpty == false)
      }
      try retryWorks()
    },
    .inChild("R13: a payload that is no UTF-8 is malformed") {
      let preparation = Preparation(environment: nil)
      for bytes in invalidUTF8 where !bytes.contains(0) {
        let text = Array(#"PYXIS_BOOTSTRAP={"version":1,"requested":{"a":""#.utf8) + bytes
        preparation.rawEnvironment = [text + Array(#""}}"#.utf8)]
        try #expect(preparation.fail(ErrorOut()) == .malformedPayload)
      }
      try retryWorks()
    },
    .inChild("R13: an unknown version is unsupported, and the error names it") {
      let preparation = Preparation(
        environment: [#"PYXIS_BOOTSTRAP={"version":27,"requested":{}}"#])
      let error = ErrorOut()
      try #expect(preparation.fail(error) == .unsupportedVersion)
      try #expect(error.message().contains("27"))
      try #expect(error.version() == 27)
      try retryWorks()
    },
    .inChild("R13: a failing configure publishes nothing, and the error has its number") {
      for number in [1, -1, 4711, .min, .max] as [Int32] {
        let counter = DestroyCounter()
        let preparation = Preparation(
          requesting: ["a": "b"], adapters: [.applying("a", destroy: counter.function)],
          configure: { staged in
            #expect((try? Int64.set(staged, Depth.definedInC(), 6)) == .ok)
            return number
          })
        preparation.configureDestroy = counter.function
        let error = ErrorOut()
        try #expect(preparation.fail(error) == .configureFailed)
        try #expect(error.message().contains("\(number)"))
        #expect(counter.destroyed(adapters: 1) == [1, 1])
        try expectDepth(Depth.defaultValue)
      }
      try retryWorks()
    },
    .inChild("R15: an invalid report is an error that names the key, and a retry works") {
      let lacking: [(Int32, String?, String?)] = [
        (PYXIS_VARIANT_APPLIED, nil, "x"), (PYXIS_VARIANT_OBSERVED, nil, nil),
        (PYXIS_VARIANT_UNSUPPORTED, "x", nil), (PYXIS_VARIANT_UNVERIFIED, nil, nil),
      ]
      for (status, value, reason) in lacking {
        let preparation = Preparation(
          requesting: ["b": "1", "a": "2"],
          adapters: [
            .applying("a"),
            Preparation.Adapter("b") { _, _, result in
              let (value, reason) = (value ?? NullText.absent, reason ?? NullText.absent)
              #expect(abi.pyxis_result_set(result, status, value, reason) == .ok)
            },
          ])
        let error = ErrorOut()
        try #expect(preparation.fail(error) == .invalidReport)
        try #expect(error.key() == "b")
      }
      try retryWorks()
    },
    .inChild("R12: a prepared process is not prepared again, from C or from Swift") {
      try retryWorks()
      let counter = DestroyCounter()
      let log = Log()
      let preparation = Preparation(
        requesting: ["a": "c"], adapters: [.applying("a", destroy: counter.function)],
        configure: { _ in
          log.note("configure")
          return 0
        })
      preparation.configureDestroy = counter.function
      for _ in 1...2 {
        #expect(
          preparation.run(report: Out<OpaquePointer?>(), error: ErrorOut()) == .alreadyPrepared)
      }
      #expect(counter.destroyed(adapters: 1) == [2, 2])
      #expect(log.all.isEmpty)
      #expect(throws: PyxisBootstrapError.alreadyPrepared) {
        try preparePyxis(environment: ["PYXIS_BOOTSTRAP": #"{"version":1,"requested":{}}"#])
      }
      #expect(pyxisConfiguration.report?["a"] == .applied("b"))
    },
    .inChild("R12: C does not prepare what Swift prepared, and reads it") {
      let report = try preparePyxis(
        environment: ["PYXIS_BOOTSTRAP": #"{"version":1,"requested":{"a":"b"}}"#],
        adapters: [PyxisAdapter("a") { .applied($0.value) }],
        configure: { $0[Depth.self] = 9 })
      #expect(report?["a"] == .applied("b"))
      let preparation = Preparation(requesting: ["a": "c"])
      #expect(
        preparation.run(report: Out<OpaquePointer?>(), error: ErrorOut()) == .alreadyPrepared)
      try expectDepth(9)
      let captured = try Handle.captured()
      let seen = try Handle(.report) { abi.pyxis_configuration_report(captured, $0) }
      try #expect(seen.report() == report)
    },
  ]
}

extension Preparation {
  /// Prepares, which has to fail, and checks that nothing was published.
  fileprivate func fail(
    _ error: ErrorOut, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Status {
    let status = run(report: Out<OpaquePointer?>(), error: error, sourceLocation: sourceLocation)
    #expect(status.isError, sourceLocation: sourceLocation)
    #expect(pyxisConfiguration.requested.isEmpty, sourceLocation: sourceLocation)
    #expect(pyxisConfiguration.report == nil, sourceLocation: sourceLocation)
    return status
  }
}

extension NullText {
  /// An absent text.
  static var absent: any FFIArgument { NullText(length: 0) }
}

/// A corrected preparation works.
private func retryWorks() throws {
  let preparation = Preparation(requesting: ["a": "b"], adapters: [.applying("a")])
  try #expect(preparation.succeed()["a"] == .applied("b"))
  #expect(pyxisConfiguration.report?["a"] == .applied("b"))
}
