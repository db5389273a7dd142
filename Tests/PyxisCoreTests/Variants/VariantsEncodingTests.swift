import PyxisCore
import Testing

/// The payload that a runner writes, and what a host reads from it.
@Suite("Variants encoding")
struct VariantsEncodingTests {
  @Test("The payload has the exact bytes of the contract, keys sorted by their bytes")
  func exactBytes() throws {
    #expect(try PyxisVariants().encoded() == #"{"version":1,"requested":{}}"#)
    let variants: PyxisVariants = [.locale("pl_PL"), .custom("Ä", "ö"), .colorScheme(.dark)]
    #expect(
      try utf8(variants.encoded())
        == utf8(
          #"{"version":1,"requested":{"color_scheme":"dark","custom.Ä":"ö","locale":"pl_PL"}}"#))
  }

  @Test("Equal collections have equal payloads")
  func equalPayloads() throws {
    let variants = (0..<30).map { PyxisVariant(key: "k\($0)", value: "\($0)") }
    let payload = try PyxisVariants(variants).encoded()
    #expect(try PyxisVariants(variants.reversed()).encoded() == payload)
    #expect(try PyxisVariants(decoding: payload).encoded() == payload)
  }

  @Test("Only quotes, backslashes and control characters are escaped")
  func escapes() throws {
    let variants: PyxisVariants = ["k\"\\\n": "\u{0}\u{8}\t\n\u{C}\r\u{1F} /\u{7F}\u{2028}é\"\\🧭"]
    let expected =
      #"{"version":1,"requested":{"k\"\\\n":"\u0000\b\t\n\f\r\u001f /"# + "\u{7F}\u{2028}"
      + #"é\"\\🧭"}}"#
    #expect(try utf8(variants.encoded()) == utf8(expected))
  }

  @Test(
    "No control character is left in a payload, so that it fits into one line and the environment")
  func printable() throws {
    let controls = String(String.UnicodeScalarView((0..<32).compactMap { Unicode.Scalar($0) }))
    let payload = try ([.fixture(controls)] as PyxisVariants).encoded()
    #expect(payload.utf8.allSatisfy { $0 >= 0x20 })
  }

  @Test(
    "Values come back byte for byte",
    arguments: [
      "", "\u{0}", "a\u{0}b", "\"", "\\", "\\u0041", "/", "\u{2028}\u{2029}", "\u{FEFF}",
      "\u{FFFE}",
      "\u{FFFF}", "\u{10FFFF}", "🧭🏳️‍🌈", "é", "e\u{301}", "\u{D7FF}\u{E000}",
      "\u{7F}\u{80}\u{7FF}\u{800}",
      "\r\n", " ", String(repeating: "x", count: 100_000),
      String(repeating: "\n\u{0}é", count: 5_000),
    ])
  func roundTrip(_ value: String) throws {
    let variants: PyxisVariants = ["k": value, "é" + value.filter { $0 != "\u{0}" }: value]
    let decoded = try PyxisVariants(decoding: variants.encoded())
    #expect(decoded == variants)
    #expect(utf8(decoded["k"]) == utf8(value))
  }

  @Test("Every Unicode scalar comes back, written as itself and as an escape")
  func everyScalar() throws {
    let scalars = (0...0x10FFFF).compactMap { Unicode.Scalar($0 as UInt32) }
    let text = String(String.UnicodeScalarView(scalars))
    let decoded = try PyxisVariants(decoding: (["k": text] as PyxisVariants).encoded())
    #expect(utf8(decoded["k"]) == utf8(text))
    func escape(_ unit: UInt16) -> String {
      let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    let escaped = text.utf16.map(escape).joined()
    let payload = #"{"version":1,"requested":{"k":""# + escaped + #""}}"#
    #expect(try utf8(PyxisVariants(decoding: payload)["k"]) == utf8(text))
  }

  @Test("Strings of every length come back, plain or not at every place")
  func everyLength() throws {
    for length in 0..<40 {
      let plain = String(repeating: "x", count: length)
      for special in ["", "\"", "\n", "é", "🧭", "\\u"] {
        for place in 0...length {
          let value = plain.prefix(place) + special + plain.dropFirst(place)
          let variants: PyxisVariants = ["a": String(value), "k" + value: "é"]
          #expect(try PyxisVariants(decoding: variants.encoded()) == variants)
        }
      }
    }
  }

  @Test(
    "Keys that no host would accept are refused, with the reason and without an offset",
    arguments: [
      ([""], "empty"), (["a", "", "b"], "empty"), (["a\u{0}b"], "NUL"), (["\u{0}"], "NUL"),
      (["é", "e\u{301}"], "canonically equivalent"), (["K", "x", "\u{212A}"], "canonically"),
      (["q\u{307}\u{323}", "a", "q\u{323}\u{307}"], "canonically"),
    ])
  func refusedKeys(_ keys: [String], _ reason: String) {
    let variants = PyxisVariants(keys.map { PyxisVariant(key: $0, value: "v") })
    #expect(variants.count == keys.count)
    let error = #expect(throws: PyxisBootstrapError.self) { try variants.encoded() }
    guard case .malformedPayload(let text, nil)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains(reason))
  }
}
