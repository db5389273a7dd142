import PyxisCore
import Testing

/// Requested variants in memory: order, lookup and equality, all by UTF-8 bytes.
@Suite("Variants in memory")
struct VariantsCollectionTests {
  /// The keys in their order.
  private func keys(_ variants: PyxisVariants) -> [String] {
    variants.map(\.key)
  }

  // MARK: - Order

  @Test("Variants keep the order in which they were declared")
  func declarationOrder() {
    let variants: PyxisVariants = [.locale("pl_PL"), .colorScheme(.dark), .auth("none")]
    #expect(keys(variants) == ["locale", "color_scheme", "auth"])
    #expect(keys(["z": "1", "b": "2", "a": "3"]) == ["z", "b", "a"])
    #expect(keys(PyxisVariants(variants.reversed())) == ["auth", "color_scheme", "locale"])
  }

  @Test("A later value of a key replaces the earlier one in its place")
  func replacement() {
    var variants: PyxisVariants = [.locale("pl"), .colorScheme(.dark), .locale("de")]
    #expect(keys(variants) == ["locale", "color_scheme"])
    #expect(variants["locale"] == "de")
    variants.set(.colorScheme(.light))
    variants["locale"] = "fr"
    variants["auth"] = "none"
    #expect(variants.map(\.value) == ["fr", "light", "none"])
    #expect(["a": "1", "b": "2", "a": "3"] as PyxisVariants == ["a": "3", "b": "2"])
  }

  @Test("Setting nil removes a key, and nothing happens where it is not there")
  func removal() {
    var variants: PyxisVariants = ["c": "1", "a": "2", "b": "3"]
    variants["a"] = nil
    variants["x"] = nil
    #expect(keys(variants) == ["c", "b"])
    #expect(variants["a"] == nil)
    variants["a"] = "4"
    #expect(keys(variants) == ["c", "b", "a"])
    variants.removeAll { $0.key != "b" }
    #expect(variants == ["b": "3"])
  }

  @Test("A predicate that throws leaves the variants as they were")
  func throwingPredicate() {
    struct Failure: Error {}
    let original = PyxisVariants((0..<40).map { PyxisVariant(key: "k\($0 * 7 % 40)", value: "") })
    var variants = original
    #expect(throws: Failure.self) {
      try variants.removeAll { variant in
        if variant.key == "k20" { throw Failure() }
        return variant.key.hasSuffix("5")
      }
    }
    #expect(Array(variants) == Array(original))
    #expect(original.allSatisfy { variants[$0.key] == "" })
  }

  @Test("Dictionaries and decoded payloads are sorted by the keys' bytes")
  func sortedOrder() throws {
    let sorted = ["", "B", "a", "a.b", "a_b", "aa", "z", "é", "ł", "\u{FFFE}", "🧭"]
    let dictionary = Dictionary(uniqueKeysWithValues: sorted.map { ($0, "") })
    #expect(keys(PyxisVariants(dictionary)) == sorted)
    let members = sorted.dropFirst().reversed().map { "\"\($0)\":\"\"" }
    let payload = #"{"version":1,"requested":{"# + members.joined(separator: ",") + "}}"
    #expect(try keys(PyxisVariants(decoding: payload)) == Array(sorted.dropFirst()))
  }

  @Test("Sorting agrees with comparing bytes one by one")
  func sorting() {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["a", "b", "custom.", "feature.flag.", "\u{0}", "é", "~", "00000000"]
    for count in [1, 2, 9, 100, 1_000] {
      var values: [String: String] = [:]
      for _ in 0..<count {
        let length = Int.random(in: 0...12, using: &generator)
        let key = (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        values[key] = "\(values.count)"
      }
      let expected = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let variants = PyxisVariants(values)
      #expect(keys(variants) == expected)
      #expect(values.allSatisfy { variants[$0.key] == $0.value })
    }
  }

  // MARK: - Bytes

  @Test("Canonically equivalent keys and values stay apart")
  func bytesNotEquivalence() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    var variants: PyxisVariants = [composed: "1", decomposed: "2"]
    #expect(variants.count == 2)
    #expect(variants[composed] == "1")
    #expect(variants[decomposed] == "2")
    variants[composed] = nil
    #expect(variants[composed] == nil)
    #expect(variants[decomposed] == "2")
    let left = PyxisVariant(key: "k", value: composed)
    let right = PyxisVariant(key: "k", value: decomposed)
    #expect(left != right)
    #expect(Set([left, right, left]).count == 2)
    #expect([left] as PyxisVariants != [right])
    #expect(["q\u{307}\u{323}": ""] as PyxisVariants != ["q\u{323}\u{307}": ""])
  }

  // MARK: - Equality

  @Test("Equality and hashes ignore the order, and nothing else")
  func equality() {
    let variants = (0..<50).map { PyxisVariant(key: "k\($0)", value: "\($0)") }
    let forwards = PyxisVariants(variants)
    let backwards = PyxisVariants(variants.reversed())
    #expect(forwards == backwards)
    #expect(forwards.hashValue == backwards.hashValue)
    var other = backwards
    other["k7"] = "other"
    #expect(forwards != other)
    other["k7"] = "7"
    #expect(forwards == other)
    other["k50"] = ""
    #expect(forwards != other)
    other["k7"] = nil
    #expect(forwards != other)
    #expect(PyxisVariants() == [:])
  }

  @Test("Copies are independent")
  func copies() {
    let original: PyxisVariants = ["b": "1", "a": "2"]
    var copy = original
    copy["a"] = "3"
    copy["c"] = "4"
    #expect(original == ["b": "1", "a": "2"])
  }

  @Test("A collection describes its keys and values in one line")
  func description() {
    #expect(PyxisVariants().description == "[:]")
    let variants: PyxisVariants = [.colorScheme(.dark), .fixture("a\"\n\u{1B}[0m")]
    #expect(
      variants.description == #"["color_scheme": "dark", "fixture": "a\"\u{A}\u{1B}[0m"]"#)
  }
}
