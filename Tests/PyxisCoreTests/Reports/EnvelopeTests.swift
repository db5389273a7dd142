import PyxisCore
import Testing

/// The JSON of published reports.
@Suite("Report envelopes")
struct EnvelopeTests {
  static let run: String = "00112233445566778899aabbccddeeff"

  static func envelope(
    _ run: String = run, _ process: Int32 = 123, _ parent: Int32 = 100, _ sequence: Int = 0,
    _ role: PyxisReportRole = .host,
    _ report: PyxisBootstrapReport = PyxisBootstrapReport([("color_scheme", .applied("dark"))])
  ) -> PyxisReportEnvelope {
    PyxisReportEnvelope(
      runIdentifier: run, processIdentifier: process, parentProcessIdentifier: parent,
      sequence: sequence, role: role, report: report)
  }

  /// The text of a valid envelope, with one member replaced or, by nil, left out.
  static func text(_ name: String = "", _ value: String? = nil) -> String {
    let members = [
      ("version", "1"), ("run_id", #""\#(run)""#), ("pid", "123"), ("parent_pid", "100"),
      ("sequence", "0"), ("role", #""host""#),
      ("report", #"{"variants":{"color_scheme":{"status":"applied","value":"dark"}}}"#),
    ].map { $0.0 == name ? ($0.0, value) : ($0.0, $0.1 as String?) }
    let texts = members.compactMap { member in member.1.map { #""\#(member.0)":\#($0)"# } }
    return "{" + texts.joined(separator: ",") + "}"
  }

  @Test("An envelope has the exact bytes of the contract")
  func exactBytes() throws {
    #expect(try Self.envelope().encoded() == Self.text())
    #expect(
      try Self.envelope(Self.run, 1, 2, .max, .forked, PyxisBootstrapReport()).encoded()
        == #"{"version":1,"run_id":"\#(Self.run)","pid":1,"parent_pid":2,"#
        + #""sequence":9223372036854775807,"role":"forked","report":{"variants":{}}}"#)
  }

  @Test("What is written is read back")
  func roundTrip() throws {
    let report = PyxisBootstrapReport([
      ("a", .applied("\u{0}é\"")), ("e\u{301}", .unverified("no")), ("z", .observed("")),
    ])
    for envelope in [
      Self.envelope(), Self.envelope(Self.run, .max, 1, 7, .forked, report),
    ] {
      let text = try envelope.encoded()
      #expect(try PyxisReportEnvelope(decoding: text) == envelope)
      #expect(try PyxisReportEnvelope(decoding: Array(text.utf8)) == envelope)
    }
  }

  @Test("Members that are not known are skipped, in any order, and names can be escaped")
  func tolerated() throws {
    let text =
      #" {"x":[{}],"role":"h\u006fst","report":{"y":1,"variants":{}},"p\u0069d":5,"sequence":-0,"#
      + #""parent_pid":6,"run_id":"\#(Self.run)","version":1,"\u0000":null} "#
    #expect(
      try PyxisReportEnvelope(decoding: text)
        == Self.envelope(Self.run, 5, 6, 0, .host, PyxisBootstrapReport()))
  }

  @Test(
    "A missing member is named, at the object that lacks it",
    arguments: ["version", "run_id", "pid", "parent_pid", "sequence", "role", "report"])
  func missing(_ name: String) {
    #expect(
      throws: PyxisBootstrapError.malformedReport(
        reason: "the member \"\(name)\" is missing", offset: 2)
    ) { try PyxisReportEnvelope(decoding: "\n " + Self.text(name)) }
  }

  @Test(
    "A wrong member is refused, at its byte",
    arguments: [
      ("version", #""1""#), ("version", "1.0"), ("version", "null"), ("version", "1e0"),
      ("version", "[1]"), ("version", "9223372036854775808"),
      ("run_id", "1"), ("run_id", #""""#), ("run_id", #""00112233445566778899AABBCCDDEEFF""#),
      ("run_id", #""00112233445566778899aabbccddeef""#),
      ("run_id", #""00112233445566778899aabbccddeeff0""#),
      ("run_id", #""00112233445566778899aabbccddeeg0""#),
      ("run_id", #""00112233445566778899aabbccddee\u0000f""#),
      ("pid", "0"), ("pid", "-1"), ("pid", "2147483648"), ("pid", "9223372036854775808"),
      ("pid", "1.5"), ("pid", #""7""#), ("pid", "null"), ("pid", "true"),
      ("parent_pid", "0"), ("parent_pid", "-7"), ("parent_pid", "1e1"),
      ("sequence", "-1"), ("sequence", "0.0"), ("sequence", "9223372036854775808"),
      ("role", #""Host""#), ("role", #""""#), ("role", "0"), ("role", "null"),
      ("report", "[]"), ("report", "null"), ("report", "{}"),
    ])
  func wrongMember(_ name: String, _ value: String) throws {
    let text = Self.text(name, value)
    let start = try #require(text.range(of: #""\#(name)":"#)?.upperBound)
    let error = #expect(throws: PyxisBootstrapError.self) {
      try PyxisReportEnvelope(decoding: text)
    }
    guard case .malformedReport(let reason, let offset)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
    #expect(offset == text.utf8.distance(from: text.startIndex, to: start), "\(reason)")
  }

  @Test("Another version is unsupported, whatever its other members are", arguments: [0, -1, 2])
  func unsupported(_ version: Int64) {
    for text in [
      Self.text("version", "\(version)"), #"{"version":\#(version),"report":7}"#,
    ] {
      #expect(throws: PyxisBootstrapError.unsupportedReportVersion(version)) {
        try PyxisReportEnvelope(decoding: text)
      }
    }
  }

  @Test(
    "What is malformed is refused before the version counts",
    arguments: [
      "", " ", "[]", "\u{FEFF}{}", "{\"version\":2", #"{"version":2}x"#, #"{"version":2,"a":NaN}"#,
      #"{"version":2,"version":1}"#, #"{"version":2,"a":1,"\u0061":2}"#,
      #"{"version":2,"é":1,"e\u0301":2}"#, #"{"version":2,"a":"\ud800"}"#,
      #"{"version":2,"a":"# + String(repeating: "[", count: 64)
        + String(repeating: "]", count: 64) + "}",
    ])
  func malformed(_ text: String) {
    let error = #expect(throws: PyxisBootstrapError.self) {
      try PyxisReportEnvelope(decoding: text)
    }
    guard case .malformedReport(_, let offset?)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((0...text.utf8.count).contains(offset))
  }

  @Test("Invalid UTF-8 is refused at its byte")
  func invalidUTF8() {
    let text = Array(#"{"version":1,"a":""#.utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    #expect(
      throws: PyxisBootstrapError.malformedReport(
        reason: "a string has invalid UTF-8", offset: 18)
    ) { try PyxisReportEnvelope(decoding: text) }
  }

  @Test("R15: the report inside is validated")
  func invalidReport() {
    let report = #"{"variants":{"os":{"status":"applied"}}}"#
    #expect(
      throws: PyxisBootstrapError.invalidReport(
        key: "os", reason: "an applied result needs a value")
    ) { try PyxisReportEnvelope(decoding: Self.text("report", report)) }
    #expect(throws: PyxisBootstrapError.self) {
      try Self.envelope(Self.run, 1, 1, 0, .host, PyxisBootstrapReport([("", .applied("x"))]))
        .encoded()
    }
  }

  @Test(
    "An envelope with a member out of its range is not written",
    arguments: [
      (envelope("0"), "run_id"), (envelope(run, 0), "pid"), (envelope(run, 1, 0), "parent_pid"),
      (envelope(run, 1, 1, -1), "sequence"),
    ])
  func unwritable(_ envelope: PyxisReportEnvelope, _ name: String) {
    let error = #expect(throws: PyxisBootstrapError.self) { try envelope.encoded() }
    #expect(error?.reason?.hasPrefix("\"\(name)\" is ") == true)
    #expect(error?.offset == nil)
  }

  @Test("Any cut of an envelope is malformed")
  func cuts() throws {
    let bytes = Array(Self.text().utf8)
    for count in bytes.indices {
      let error = #expect(throws: PyxisBootstrapError.self) {
        try PyxisReportEnvelope(decoding: bytes.prefix(count))
      }
      #expect(error?.offset.map { $0 <= count } == true)
    }
  }
}
