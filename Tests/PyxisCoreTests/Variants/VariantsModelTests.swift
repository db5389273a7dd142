import PyxisCore
import Testing

/// Long histories of changes, and large collections.
@Suite("Variants under many changes")
struct VariantsModelTests {
  /// What a collection of variants should do, in the simplest way.
  private struct Model {
    var variants: [PyxisVariant] = []

    mutating func set(_ key: String, _ value: String?) {
      let index = variants.firstIndex { Array($0.key.utf8) == Array(key.utf8) }
      switch (index, value) {
      case (let index?, let value?): variants[index] = PyxisVariant(key: key, value: value)
      case (let index?, nil): variants.remove(at: index)
      case (nil, let value?): variants.append(PyxisVariant(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  @Test("Random changes do what an array that is searched does", arguments: [4, 12, 60, 300])
  func randomChanges(_ keyCount: Int) {
    var generator = SeededGenerator(seed: UInt64(keyCount))
    var model = Model()
    var variants = PyxisVariants()
    for step in 0..<2_000 {
      let number = Int.random(in: 0..<keyCount, using: &generator)
      let key =
        number % 5 == 0 ? "é\(number)" : number % 5 == 1 ? "e\u{301}\(number - 1)" : "k\(number)"
      // Phases of growth and of removal, down to nothing.
      let isRemoval = Int.random(in: 0..<10, using: &generator) < (step / 250 % 2 == 0 ? 2 : 8)
      let value = isRemoval ? nil : "\(step)"
      variants[key] = value
      model.set(key, value)
      #expect(utf8(variants[key]) == utf8(value))
      if step % 20 == 0 {
        #expect(Array(variants) == model.variants)
        #expect(model.variants.allSatisfy { utf8(variants[$0.key]) == utf8($0.value) })
        #expect(PyxisVariants(model.variants.shuffled(using: &generator)) == variants)
      }
    }
  }

  @Test(
    "100,000 variants are made, changed, compared and decoded in time", .generousTimeLimit)
  func large() throws {
    let count = 100_000
    var generator = SeededGenerator(seed: 3)
    let sorted = (0..<count).map { PyxisVariant(key: "custom.k\(1_000_000 + $0)", value: "\($0)") }
    let shuffled = sorted.shuffled(using: &generator)
    var variants = PyxisVariants(shuffled)
    #expect(variants.count == count)
    for variant in shuffled.prefix(50_000) { variants[variant.key] = "new" }
    #expect(shuffled.prefix(50_000).allSatisfy { variants[$0.key] == "new" })
    #expect(shuffled.suffix(50_000).allSatisfy { variants[$0.key] == $0.value })
    #expect(variants.map(\.key) == shuffled.map(\.key))
    variants.removeAll { $0.value == "new" }
    #expect(variants == PyxisVariants(shuffled.suffix(50_000).reversed()))
    let payload = try PyxisVariants(shuffled).encoded()
    let decoded = try PyxisVariants(decoding: payload)
    #expect(Array(decoded) == sorted)
    #expect(decoded == PyxisVariants(shuffled))
    // Popping from the end of an unsorted collection is no search through all of it.
    for variant in Array(variants).reversed() { variants[variant.key] = nil }
    #expect(variants.isEmpty)
  }
}
