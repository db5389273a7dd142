import PyxisCore
import Testing

/// Errors point at the byte that is wrong.
@Suite("JSON error offsets")
struct JSONOffsetTests {
  /// A text in which `→` stands before the byte that is wrong, and a part of the expected reason.
  private static let texts: [(String, String)] = [
    ("→", "empty"), (" \n→", "empty"), ("→[]", "object"), ("→null", "object"), ("→\"x", "object"),
    ("→\u{FEFF}{}", "byte order mark"), (#"→{"version":1}"#, "requested"),
    (#"→{"requested":{}}"#, "version"), (#" →{}"#, "version"),
    (#"{"version":→"1","requested":{}}"#, "integer"), (#"{"version": →1.5,"x":0}"#, "integer"),
    (#"{"version":→9223372036854775808,"x":0}"#, "range"), (#"{"version":→01}"#, "leading zero"),
    (#"{"version":1→x}"#, "comma"), (#"{"version":1,→}"#, "key"), (#"{→,"version":1}"#, "key"),
    (#"{"version"→1}"#, "colon"), (#"{"version":→}"#, "value"), (#"{"version":1→"#, "comma"),
    (#"{"version":1,→"#, "key"), (#"{"version":1,"x":[1→"#, "bracket"),
    (#"{"version":1,"x":→"ab"#, "closing quote"), (#"{"version":1,"x":→"a\"#, "closing quote"),
    (#"{"version":1,"x":→"a\u12"#, "closing quote"), (#"{"version":1,→"x"#, "closing quote"),
    (#"{"version":1,"x":→"\ud800"#, "closing quote"),
    (#"{"version":1,"x":→"\ud800\"#, "closing quote"),
    (#"{"version":1,"x":"ab→\q"}"#, "escape"), (#"{"version":1,"x":"ab→\u00g0"}"#, "hexadecimal"),
    (#"{"version":1,"x":"→\ud83e"}"#, "surrogate"), (#"{"version":1,"x":"é→\udded"}"#, "surrogate"),
    (#"{"version":1,"x":"\ud83e\udded→\ud83e\n"}"#, "surrogate"),
    (#"{"version":1,"x":"\ud83e→\u12x4"}"#, "hexadecimal"),
    ("{\"version\":1,\"x\":\"0123456789→\u{1}\"}", "control"),
    ("{\"version\":1,\"x\":\"é→\t\"}", "control"), ("{\"version\":1,→\u{0}\"x\":1}", "key"),
    (#"{"version":1,"x":[1,→NaN]}"#, "value"), (#"{"version":1,"x":→-Infinity}"#, "minus"),
    (#"{"version":1,"x":→1.}"#, "point"), (#"{"version":1,"x":→1e+}"#, "exponent"),
    (#"{"version":1,"x":→tru}"#, "value"), (#"{"version":1,"x":true→r}"#, "comma"),
    (#"{"version":1,"x":[1→;2]}"#, "bracket"), (#"{"version":1,"requested":{}}→x"#, "end"),
    (#"{"version":1,"requested":{}} →{}"#, "end"), (#"{"version":1,"requested":→[]}"#, "object"),
    (#"{"requested": →null,"version":1}"#, "object"),
    (#"{"version":1,"requested":{"a":"", →"":""}}"#, "empty"),
    (#"{"version":1,"requested":{"b":"",→"a\u0000":""}}"#, "NUL"),
    (#"{"version":1,"requested":{"a":→1,"b":2}}"#, "string"),
    (#"{"version":1,"requested":{"a": →{"b":[]}}}"#, "string"),
    (#"{"version":1,→"version":1}"#, "twice"), (#"{"a":1,"b":2,"c":[],→"b":1}"#, "twice"),
    (#"{"version":1,"requested":{"é":"","z":"",→"e\u0301":""}}"#, "twice"),
  ]

  @Test(
    "The offset is the one of the byte at fault, and the reason says what it is", arguments: texts)
  func offsets(_ marked: String, _ reason: String) throws {
    let parts = marked.split(separator: "→", omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let outcome = Decoded(payload: parts.joined())
    #expect(outcome.offset == parts[0].utf8.count, "\(outcome)")
    #expect(outcome.reason?.contains(reason) == true, "\(outcome)")
    #expect(outcome.expectation == .malformed)
  }

  @Test("An error says what was wrong, and where")
  func description() {
    let outcome = Decoded(payload: #"{"version":1,"x":"\ud800"}"#)
    #expect(
      "\(outcome)".contains(
        "The launch payload is malformed at byte 18: a string has a lone surrogate."))
  }
}
