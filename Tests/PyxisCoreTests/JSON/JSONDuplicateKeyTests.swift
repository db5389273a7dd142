import PyxisCore
import Testing

/// Duplicate keys: by bytes after unescaping, or by canonical equivalence.
@Suite("JSON duplicate keys")
struct JSONDuplicateKeyTests {
  /// A string, several times.
  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  /// A payload with keys in a certain order, all with an empty value.
  private func payload(_ keys: [String]) -> String {
    let members = keys.map { "\"\($0)\":\"\"" }
    return #"{"version":1,"requested":{"# + members.joined(separator: ",") + "}}"
  }

  @Test("A duplicate is found at every pair of places, among few and among many keys")
  func everyPair() {
    for count in [2, 3, 8, 9, 12] {
      for first in 0..<count {
        for second in (first + 1)..<count {
          for isAscending in [true, false] {
            var keys = (0..<count).map { isAscending ? "k\(100 + $0)" : "k\(200 - $0)" }
            keys[second] = keys[first]
            let before = keys[..<second].map { "\"\($0)\":\"\"," }.joined()
            let outcome = Decoded(payload: payload(keys))
            #expect(outcome.offset == #"{"version":1,"requested":{"#.utf8.count + before.utf8.count)
          }
        }
      }
    }
  }

  @Test("Of several duplicates, the first one is named")
  func severalDuplicates() {
    for keys in [
      ["z", "y", "x", "w", "v", "u", "t", "s", "r", "q", "y", "r", "x"],
      ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "c", "a", "c"],
      ["z", "y", "z", "y"],
    ] {
      let first = keys.indices.first { keys[..<$0].contains(keys[$0]) } ?? 0
      let before = keys[..<first].map { "\"\($0)\":\"\"," }.joined()
      let offset = #"{"version":1,"requested":{"#.utf8.count + before.utf8.count
      #expect(Decoded(payload: payload(keys)).offset == offset)
    }
  }

  @Test(
    "Equivalent keys are duplicates, wherever they are among others",
    arguments: [
      (#"é"#, #"e\#u{301}"#), (#"\u00e9"#, #"e\u0301"#), ("K", "\u{212A}"), ("\u{212A}", "K"),
      ("Å", "\u{212B}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{AC00}", "\u{1100}\u{1161}"),
      ("a", #"\u0061"#), (#"\u0061"#, "a"), (#"a\/b"#, "a/b"), ("\u{F73}", "\u{F71}\u{F72}"),
      ("\u{344}", "\u{308}\u{301}"), ("`", "\u{1FEF}"), (";", "\u{37E}"),
      // Short in one form and long in the other one.
      (times(20, "\u{1F82}"), times(20, "\u{3B1}\u{313}\u{300}\u{345}")),
      (times(20, "\u{3B1}\u{345}\u{313}\u{300}"), times(20, "\u{1F82}")),
      (times(20, "\u{F73}"), times(20, "\u{F71}") + times(20, "\u{F72}")),
      (times(20, "\u{F75}"), times(20, "\u{F71}\u{F74}")),
      ("x" + times(20, "\u{F80}\u{F71}"), "x" + times(20, "\u{F81}")),
    ])
  func equivalent(_ first: String, _ second: String) {
    let others = (0..<12).map { "k\($0)" }
    for keys in [
      [first, second], [first] + others + [second], others + [first, second],
      [first, second] + others.reversed(), others.reversed() + [second, "ł", first],
    ] {
      let outcome = Decoded(payload: payload(keys))
      #expect(outcome.expectation == .malformed)
      #expect(outcome.reason?.contains("twice") == true)
    }
  }

  @Test("A duplicate among plain keys is found although a later key is not plain")
  func plainBeforeText() {
    for last in ["ł", #"\u0141"#, #"\n"#] {
      let others = (0..<12).map { "k\(90 - $0)" }
      let all = Decoded(payload: payload(others + [last]))
      #expect(all.value?.count == 13)
      #expect(others.allSatisfy { all.value?[$0] == "" })
      #expect(Decoded(payload: payload(others + ["k85", last])).expectation == .malformed)
      #expect(Decoded(payload: payload(others + [last, "k85"])).expectation == .malformed)
    }
  }

  @Test(
    "Keys that are only alike are no duplicates",
    arguments: [
      ["a", "A"], ["a", "a "], ["é", "e"], ["ﬁ", "fi"], ["Ⅸ", "IX"], ["ß", "ss"], ["", "x"],
      ["a\u{301}\u{300}", "a\u{300}\u{301}"], ["١", "1"], ["a", "aa", "aaa"],
    ])
  func onlyAlike(_ keys: [String]) {
    // In a member that is skipped, where empty keys are fine too.
    let members = keys.map { "\"\($0)\":0" }.joined(separator: ",")
    let text = #"{"version":1,"x":{"# + members + #"},"requested":{}}"#
    #expect(Decoded(payload: text).expectation == .ok)
  }

  @Test("The same key in different objects is no duplicate")
  func separateObjects() {
    let text = #"""
      {"version":1,"x":{"a":{"a":{"a":1},"b":{"a":1}},"b":[{"a":1},{"a":1}],"version":1},
      "requested":{"x":"","a":"","version":"","requested":""}}
      """#
    #expect(Decoded(payload: text).expectation == .ok)
  }

  @Test("Keys after a nested object are still compared with those before it")
  func aroundNestedObjects() {
    let nested = #"{"z":{"y":1,"x":2},"a":[{"b":1,"a":2}]}"#
    for text in [
      #"{"version":1,"k":\#(nested),"requested":{},"k":1}"#,
      #"{"k":1,"version":1,"j":\#(nested),"requested":{},"k":\#(nested)}"#,
      #"{"version":1,"requested":{},"x":{"m":\#(nested),"l":\#(nested),"m":0}}"#,
    ] {
      #expect(Decoded(payload: text).expectation == .malformed)
    }
  }

  @Test("Long runs of combining marks take no quadratic time", .generousTimeLimit)
  func longRunsOfMarks() {
    let mixed = String(repeating: "\u{307}\u{323}", count: 400_000)
    let ordered =
      String(repeating: "\u{323}", count: 400_000) + String(repeating: "\u{307}", count: 400_000)
    let outcome = Decoded(payload: payload(["a" + mixed, "b" + mixed, "a" + ordered]))
    #expect(outcome.reason?.contains("twice") == true)
    let variants: PyxisVariants = ["a" + mixed: "", "a" + ordered: ""]
    #expect(throws: PyxisBootstrapError.self) { try variants.encoded() }
  }
}
