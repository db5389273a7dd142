import PyxisCore
import Testing

/// The JSON of reports.
@Suite("Reports coding")
struct ReportsCodingTests {
  @Test("Each case of reports.json is decided as it says", arguments: JSONCase.all("reports.json"))
  func caseFile(_ example: JSONCase) throws {
    let outcome = Decoded(report: example.bytes)
    #expect(outcome.expectation == example.expect, "\(outcome)")
    switch outcome {
    case .value(let report):
      let variants = try #require(example.variants)
      #expect(report.count == variants.count)
      for (key, result) in report {
        #expect(result.status.rawValue == variants[key]?.status)
        #expect(utf8(result.value) == utf8(variants[key]?.value))
        #expect(utf8(result.reason) == utf8(variants[key]?.reason))
      }
    case .failed(.invalidReport(let key, let reason)):
      #expect(key == example.key)
      #expect(!reason.isEmpty)
    case .failed(let error):
      #expect(error.reason?.isEmpty == false)
      #expect(error.offset != nil)
    }
  }

  @Test("A report has the exact bytes of the contract, without what is absent")
  func exactBytes() throws {
    let report = PyxisBootstrapReport([
      ("os", .unverified("é\n")), ("color_scheme", .applied("dark")), ("a", .observed("")),
      ("z", .init(status: .unsupported, value: "x", reason: "no")),
    ])
    let expected =
      #"{"variants":{"a":{"status":"observed","value":""},"#
      + #""color_scheme":{"status":"applied","value":"dark"},"#
      + #""os":{"status":"unverified","reason":"é\n"},"#
      + #""z":{"status":"unsupported","value":"x","reason":"no"}}}"#
    #expect(try utf8(report.encoded()) == utf8(expected))
    #expect(try PyxisBootstrapReport(decoding: expected) == report)
    #expect(try PyxisBootstrapReport().encoded() == #"{"variants":{}}"#)
  }

  @Test("Values and reasons come back byte for byte")
  func roundTrip() throws {
    let texts = ["", "\u{0}", "\u{1F}\"\\", "\u{2028}", "e\u{301}", "\u{FFFE}\u{10FFFF}", "🧭"]
    for text in texts {
      let report = PyxisBootstrapReport([
        ("a" + text.filter { $0 != "\u{0}" }, .applied(text)), ("b", .unsupported(text)),
        ("c", .init(status: .observed, value: text, reason: text)),
      ])
      #expect(try PyxisBootstrapReport(decoding: report.encoded()) == report)
    }
  }

  @Test("A report's keys are as strict as a request's, when they are written")
  func refusedKeys() {
    for keys in [[""], ["a\u{0}"], ["é", "e\u{301}"], ["K", "\u{212A}"]] {
      let report = PyxisBootstrapReport(keys.map { ($0, .applied("x")) })
      #expect(throws: Never.self) { try report.validate() }
      let error = #expect(throws: PyxisBootstrapError.self) { try report.encoded() }
      #expect(keys.contains { utf8($0) == utf8(error?.key) })
    }
  }

  @Test(
    "What is malformed is refused at its byte, before anything is judged invalid",
    arguments: [
      #"→[]"#, #"→{}"#, #"{"variants":→[]}"#, #"{"variants":→"a"}"#, #"{"variants":{→"":{}}}"#,
      #"{"variants":{→"a\u0000":{"status":"applied","value":""}}}"#, #"{"variants":{"a":→[]}}"#,
      #"{"variants":{"a":→{}}}"#, #"{"variants":{"a":{"status":→1}}}"#,
      #"{"variants":{"a":{"status":→null,"value":"x"}}}"#, #"{"variants":{"a":{"status":→""}}}"#,
      #"{"variants":{"a":{"status":→"applied "}}}"#, #"{"variants":{"a":{"status":"applied"},→}}"#,
      #"{"variants":{"a":{"value":→null,"status":"unverified","reason":""}}}"#,
      #"{"variants":{"a":{"status":"applied","reason":→false,"value":""}}}"#,
      #"{"variants":{"a":{"status":"applied"}},→"variants":{}}"#,
      #"{"variants":{"a":{"status":"applied",→"status":"applied"}}}"#,
      #"{"variants":{"a":{"reason":"","value":"","status":"applied",→"reason":""}}}"#,
      #"{"variants":{"é":{"status":"applied"},→"e\u0301":{"status":"applied"}}}"#,
      #"{"variants":{"a":{"status":"applied"}}→"#, #"{"variants":{"a":{"status":"applied"}}}→,"#,
    ])
  func malformed(_ marked: String) throws {
    let parts = marked.split(separator: "→", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let outcome = Decoded(report: parts.joined())
    #expect(outcome.expectation == .malformed)
    #expect(outcome.offset == parts[0].utf8.count, "\(outcome)")
  }

  @Test("A status can be escaped, and members can be in any order")
  func accepted() throws {
    let text =
      #"{"variants":{"b":{"value":"1","status":"appli\u0065d","x":{}},"#
      + #""a":{"reason":"","status":"unverified"}}}"#
    let report = try PyxisBootstrapReport(decoding: text)
    #expect(report == PyxisBootstrapReport(["a": .unverified(""), "b": .applied("1")]))
  }

  @Test("R15: decoding names the first invalid key in the order of bytes, not of the text")
  func firstInvalidKey() {
    let text = #"{"variants":{"z":{"status":"applied"},"b":{"status":"unverified"}}}"#
    #expect(
      throws: PyxisBootstrapError.invalidReport(
        key: "b", reason: "an unverified result needs a reason")
    ) { try PyxisBootstrapReport(decoding: text) }
  }

  @Test("100,000 results are written and read in time", .generousTimeLimit)
  func large() throws {
    let report = PyxisBootstrapReport(
      (0..<100_000).map { ("custom.k\($0 * 7919 % 100_000)", .applied("\($0)")) })
    #expect(report.count == 100_000)
    #expect(try PyxisBootstrapReport(decoding: report.encoded()) == report)
  }
}
