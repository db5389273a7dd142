import PyxisCore
import Testing

/// The launch payload: what is accepted, what is refused, and in which order it is decided.
@Suite("JSON decoding of launch payloads")
struct JSONDecodingTests {
  @Test(
    "Each case of payloads.json is decided as it says", arguments: JSONCase.all("payloads.json"))
  func caseFile(_ example: JSONCase) throws {
    let outcome = Decoded(payload: example.bytes)
    #expect(outcome.expectation == example.expect, "\(outcome)")
    switch outcome {
    case .value(let variants):
      let requested = try #require(example.requested)
      #expect(variants.count == requested.count)
      for (key, value) in requested {
        #expect(utf8(variants[key]) == utf8(value))
      }
      for (key, value) in variants.map({ ($0.key, $0.value) }) {
        #expect(utf8(requested[key]) == utf8(value))
      }
    case .failed(.unsupportedVersion(let version)):
      #expect(version == example.version)
    case .failed(let error):
      #expect(error.reason?.isEmpty == false)
      let offset = try #require(error.offset)
      #expect((0...example.bytes.count).contains(offset))
    }
  }

  @Test("All forms of the text are decoded alike")
  func forms() throws {
    let text = #"{"version":1,"requested":{"a":"é\n","b":"2"}}"#
    let expected: PyxisVariants = ["a": "é\n", "b": "2"]
    let bytes = Array(text.utf8)
    #expect(try PyxisVariants(decoding: text) == expected)
    #expect(try PyxisVariants(decoding: bytes) == expected)
    #expect(try PyxisVariants(decoding: bytes[...]) == expected)
    #expect(try PyxisVariants(decoding: text.utf8) == expected)
    #expect(try PyxisVariants(decoding: bytes.lazy.map { $0 }) == expected)
    #expect(try bytes.withUnsafeBytes { try PyxisVariants(decoding: $0) } == expected)
    #expect(throws: PyxisBootstrapError.self) {
      try PyxisVariants(decoding: UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  // MARK: - Versions

  @Test(
    "A well-formed payload of another version is unsupported, whatever else it has",
    arguments: [
      (#"{"version":2}"#, 2), (#"{"requested":[],"version":3}"#, 3),
      (#"{"requested":{"":1,"a":[]},"version":4}"#, 4), (#"{"version":5,"requested":null}"#, 5),
      (#"{"requested":{"a\u0000":"x"},"version":6}"#, 6), (#"{"version":-0}"#, 0),
      (#"{"version":9223372036854775807}"#, Int64.max),
      (#"{"version":-9223372036854775808}"#, Int64.min),
      (#"{"versio\u006e":7,"requested":{}}"#, 7),
    ] as [(String, Int64)])
  func unsupported(_ text: String, _ version: Int64) {
    #expect(Decoded(payload: text) == .failed(.unsupportedVersion(version)))
  }

  @Test(
    "Syntax, UTF-8 and duplicate keys come before the version",
    arguments: [
      #"{"version":2,"requested":{}"#, #"{"version":2,"a":1,"a":2}"#, #"{"version":2} x"#,
      #"{"version":2,"x":"\ud800"}"#, #"{"version":2,"version":1}"#, #"{"version":2,"x":[1,]}"#,
    ])
  func malformedBeforeUnsupported(_ text: String) {
    #expect(Decoded(payload: text).expectation == .malformed)
  }

  @Test(
    "A version that is no integer literal in the range of Int64 is malformed",
    arguments: [
      "-1.0", "1E0", "10e-1", "9223372036854775808", "-9223372036854775809",
      "100000000000000000000000000000000000000000", "{}", "[1]", "false", #""""#, "-", "--1", "00",
      "-01", "1.", ".5", "1e", "1e+", "0x1", "１",
    ])
  func badVersion(_ version: String) {
    let text = #"{"requested":{},"version":"# + version + "}"
    #expect(Decoded(payload: text).expectation == .malformed)
  }

  // MARK: - Places

  /// Texts with a hole, in each of which a value is well-formed.
  private static let places: [(before: String, after: String)] = [
    (#"{"version":1,"requested":{},"x":"#, "}"), (#"{"x":"#, #","version":1,"requested":{}}"#),
    (#"{"version":1,"x":[0,"#, #"],"requested":{}}"#),
    (#"{"version":1,"x":{"y":{"z":[[],"#, #",{}]}},"requested":{"a":"b"}}"#),
  ]

  @Test(
    "Values of other members are skipped",
    arguments: [
      "0", "-0", "-0.0e-0", "1e999", "123456789012345678901234567890", "true", "false", "null",
      #""""#, #""\u0000\ud83e\udded""#, "[]", "[ ]", "{}", "{ }", "[[],[{}]]", #"{"":0}"#,
      #"{"\u0000":{"":[]}}"#, #"{"a":1,"b":1,"A":1}"#,
    ])
  func skipped(_ value: String) {
    for place in Self.places {
      let outcome = Decoded(payload: place.before + value + place.after)
      #expect(outcome.expectation == .ok, "\(outcome) in \(place)")
    }
  }

  @Test(
    "What is not JSON is refused wherever it is",
    arguments: [
      "", " ", ",", "NaN", "Infinity", "-Infinity", "+1", "01", "-", "1.", ".1", "1e", "1e+", "0x1",
      "1_0", "nul", "nulll", "True", "tru", "undefined", "'a'", "a", #"""#, #""\"#, #""\x""#,
      #""\u12""#, #""\u123g""#, #""\uD800""#, #""\uDFFF""#, #""\uD83E\uD83E""#, #""\uD83Ex""#,
      #""\uD83E\n""#, #""\uD83E\u0041""#, "\"\u{0}\"", "\"\u{1F}\"", "\"\n\"", "[", "]", "[,]",
      "[1,]", "[1 2]", "[1", "{", "}", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a" 1}"#,
      #"{"a":1 "b":2}"#, "{a:1}", "{1:1}", "{[]:1}", #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":1}"#,
      #"{"é":1,"e\u0301":1}"#, #"{"K":1,"\u212a":1}"#, #"{"\u212A":1,"K":1}"#, "/**/1", "1//",
      "#1", "\u{FEFF}1", "\u{A0}1", "\u{2028}1", "\u{C}1", "\u{B}1",
    ])
  func refused(_ value: String) {
    for place in Self.places {
      let outcome = Decoded(payload: place.before + value + place.after)
      #expect(outcome.expectation == .malformed, "\(outcome) in \(place)")
    }
  }

  @Test(
    "Ill-formed UTF-8 is refused in keys, values, skipped strings and between tokens",
    arguments: [
      [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0xA7], [0xF0, 0x9F, 0xA7, 0x22],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func invalidUTF8(_ bytes: [UInt8]) {
    let holes: [(String, String)] = [
      (#"{"version":1,"requested":{"a":""#, #""}}"#),
      (#"{"version":1,"requested":{"a":"é0123456789"#, #"0123456789"}}"#),
      (#"{"version":1,"requested":{"a":"\n"#, #"\n"}}"#),
      (#"{"version":1,"requested":{"k"#, #"":"v"}}"#),
      (#"{"version":1,"requested":{},"x":[""#, #""]}"#),
      (#"{"version":1,"#, #""requested":{}}"#), ("", #"{"version":1,"requested":{}}"#),
      (#"{"version":1,"requested":{}}"#, ""),
    ]
    for (before, after) in holes {
      let outcome = Decoded(payload: Array(before.utf8) + bytes + Array(after.utf8))
      #expect(outcome.expectation == .malformed)
      #expect(outcome.offset == before.utf8.count)
    }
  }

  // MARK: - Depth

  @Test("Objects and arrays nest up to 64 levels, the document included")
  func depth() {
    func outcome(_ open: String, _ close: String, _ count: Int) -> Decoded<PyxisVariants> {
      let value =
        String(repeating: open, count: count) + "0" + String(repeating: close, count: count)
      return Decoded(payload: #"{"version":1,"requested":{},"x":"# + value + "}")
    }
    for (open, close) in [("[", "]"), (#"{"k":"#, "}"), (#"[{"k":"#, "}]")] {
      let levels = open.hasPrefix("[{") ? 2 : 1
      #expect(outcome(open, close, 63 / levels).expectation == .ok)
      #expect(outcome(open, close, 64).expectation == .malformed)
      #expect(outcome(open, close, 10_000).expectation == .malformed)
    }
    // Values beside each other are not inside each other.
    let wide = String(repeating: "[[]],", count: 1_000) + "0"
    #expect(
      Decoded(payload: #"{"version":1,"requested":{},"x":["# + wide + "]}").expectation == .ok)
  }

  @Test("The nesting that is too deep is refused at its bracket")
  func depthOffset() {
    let start = #"{"version":1,"x":"#
    let outcome = Decoded(payload: start + String(repeating: "[", count: 100_000))
    #expect(outcome.offset == start.utf8.count + 63)
  }
}
