import CPyxis
import PyxisCore
import Testing

/// Reports: reading, decoding, encoding and covering, compared with Swift's.
@Suite("Reports", .generousTimeLimit)
struct ReportTests {
  @Test(arguments: Scenario.reports)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let reports: [Scenario] = [
    Scenario("every report, and its neighbours, is decoded as Swift decodes it") {
      for example in try SharedCase.all(in: "reports.json") {
        let status = try decodesLikeSwift(example.bytes, example.name)
        #expect(status == expected[example.expect], "\(example.name)")
        for bytes in example.neighbours { try decodesLikeSwift(bytes, example.name) }
      }
    },
    Scenario("R15: an invalid result is an error that names its key") {
      let results = [
        #"{"status":"applied"}"#, #"{"status":"observed","reason":"x"}"#,
        #"{"status":"unsupported","value":"x"}"#, #"{"status":"unverified"}"#,
      ]
      for result in results {
        let error = ErrorOut()
        let json = #"{"variants":{"a":{"status":"applied","value":""},"ключ":\#(result)}}"#
        #expect(abi.pyxis_report_decode(json, Out<OpaquePointer?>(), error) == .invalidReport)
        try #expect(error.key() == "ключ")
        try #expect(error.offset() == nil)
      }
    },
    Scenario("a result has every part, and an absent one is NULL") {
      let report = try Handle.report(sample)
      let applied = ResultOut()
      #expect(
        abi.pyxis_report_find(
          report, "color_scheme", applied.status, applied.value, applied.reason) == .ok)
      try #expect(applied.result() == .applied("dark"))
      #expect(applied.reason.value.data == nil)
      let unsupported = ResultOut()
      #expect(
        abi.pyxis_report_find(
          report, "os", unsupported.status, unsupported.value, unsupported.reason) == .ok)
      try #expect(
        unsupported.result()
          == PyxisVariantResult(status: .unsupported, value: "", reason: "no\0thing"))
      #expect(unsupported.value.value.data != nil)
    },
    Scenario("results come in the order of the keys' bytes") {
      let report = try Handle.report(sample)
      try #expect(report.report() == PyxisBootstrapReport(decoding: sample))
      try #expect(report.report().map(\.key) == ["auth", "color_scheme", "locale", "os"])
    },
    Scenario("each part of a result is optional") {
      let report = try Handle.report(sample)
      let out = ResultOut()
      #expect(abi.pyxis_report_at(report, 0, nil, nil, nil, nil) == .ok)
      #expect(abi.pyxis_report_at(report, 0, out.key, nil, nil, nil) == .ok)
      #expect(abi.pyxis_report_at(report, 0, nil, out.status, nil, nil) == .ok)
      #expect(abi.pyxis_report_at(report, 0, nil, nil, out.value, nil) == .ok)
      #expect(abi.pyxis_report_at(report, 0, nil, nil, nil, out.reason) == .ok)
      #expect(out.key.value.string == "auth")
      try #expect(out.result() == .unverified("who knows"))
      #expect(abi.pyxis_report_find(report, "auth", nil, nil, nil) == .ok)
    },
    Scenario("what is not there is not found") {
      let report = try Handle.report(sample)
      for index in [4, 5, Int.max] {
        let out = ResultOut()
        let status = abi.pyxis_report_at(
          report, index, out.key, out.status, out.value, out.reason)
        #expect(status == .notFound)
      }
      for key in ["", "a", "auth\0", "Auth"] {
        let out = ResultOut()
        #expect(
          abi.pyxis_report_find(report, key, out.status, out.value, out.reason) == .notFound)
      }
    },
    Scenario("a report is encoded as Swift encodes it") {
      let text = try Handle(.buffer) {
        abi.pyxis_report_encode(try? Handle.report(sample), $0, nil)
      }.text()
      try #expect(text == PyxisBootstrapReport(decoding: sample).encoded())
      try #expect(Handle.report(text).report() == PyxisBootstrapReport(decoding: sample))
    },
    Scenario("R25: a missing result becomes unverified, as in Swift") {
      let report = try Handle.report(sample)
      let pairs: KeyValuePairs = ["z": "1", "color_scheme": "light", "a": "2", "é": "3"]
      let covered = try Handle(.report) {
        abi.pyxis_report_covering(report, try? Handle.variants(pairs), $0)
      }
      let requested = PyxisVariants(pairs.map { PyxisVariant(key: $0.key, value: $0.value) })
      let swift = try PyxisBootstrapReport(decoding: sample).covering(requested)
      try #expect(covered.report() == swift)
      #expect(swift["color_scheme"] == .applied("dark"))
      #expect(swift["z"]?.status == .unverified)
      try #expect(report.report() == PyxisBootstrapReport(decoding: sample))
      #expect(report.release() == .ok)
      try #expect(covered.report() == swift)
    },
    Scenario("a report with canonically equivalent keys cannot be encoded, as in Swift") {
      let report = try Handle.report(#"{"variants":{"é":{"status":"applied","value":"x"}}}"#)
      let covered = try Handle(.report) {
        abi.pyxis_report_covering(report, try? Handle.variants(["e\u{301}": "y"]), $0)
      }
      try #expect(covered.report().count == 2)
      #expect(throws: PyxisBootstrapError.self) { try covered.report().encoded() }
      let error = ErrorOut()
      #expect(
        abi.pyxis_report_encode(covered, Out<OpaquePointer?>(), error) == .invalidReport)
      try #expect(error.key()?.isSame(as: "é") == true)
      try #expect(error.message().isEmpty == false)
    },
  ]
}

private let sample =
  #"{"variants":{"os":{"status":"unsupported","value":"","reason":"no\u0000thing"},"#
  + #""color_scheme":{"status":"applied","value":"dark"},"#
  + #""auth":{"status":"unverified","reason":"who knows"},"#
  + #""locale":{"status":"observed","value":"pl_PL"}}}"#

private let expected: [String: Status] = [
  "ok": .ok, "invalid": .invalidReport, "malformed": .malformedReport,
]

/// Compares what C and Swift make of a report: results, or status, key, offset and reason.
@discardableResult
private func decodesLikeSwift(_ bytes: [UInt8], _ name: String) throws -> Status {
  let (out, error) = (Out<OpaquePointer?>(), ErrorOut())
  let status = abi.pyxis_report_decode(bytes, out, error)
  let text = String(decoding: bytes.prefix(200), as: UTF8.self)
  do {
    let swift = try PyxisBootstrapReport(decoding: bytes)
    let report = try Handle(.report) { handle in
      handle.pointer.pointee = out.value
      return status
    }
    try #expect(report.report() == swift, "\(name): \(text)")
    let encoded = try Handle(.buffer) { abi.pyxis_report_encode(report, $0, nil) }.text()
    try #expect(encoded == swift.encoded(), "\(name)")
  } catch let fault as PyxisBootstrapError {
    #expect(status == fault.status, "\(name): \(text)")
    try #expect(error.offset() == fault.offset, "\(name): \(text)")
    try #expect(error.key() == fault.key, "\(name): \(text)")
    let message = try error.message()
    if let reason = fault.reason { #expect(message.contains(reason), "\(name): \(message)") }
  }
  return status
}
