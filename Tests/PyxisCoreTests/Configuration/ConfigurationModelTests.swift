import PyxisCore
import Testing

/// Random changes of a few configurations, each compared with a dictionary.
@Suite("Configurations and dictionaries agree")
struct ConfigurationModelTests {
  /// Slots that are close together, spread over a tree of three levels, and far apart.
  enum Slots: String, CaseIterable, Sendable {
    case few, some, many, sparse

    func random(using random: inout SeededGenerator) -> UInt32 {
      switch self {
      case .few: .random(in: 0..<20, using: &random)
      case .some: .random(in: 240..<280, using: &random)
      case .many: .random(in: 0..<5_000, using: &random)
      case .sparse: 1 << UInt32.random(in: 0..<32, using: &random) - 1
      }
    }
  }

  @Test(
    "R2: whatever is set, unset and copied, each holds what was set in it, and no value leaks",
    arguments: Slots.allCases, [1, 2, 3] as [UInt64])
  func random(slots: Slots, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tokens = TokenCount()
    var pairs = Array(repeating: Pair(), count: 6)
    for step in 0..<6_000 {
      let index = Int.random(in: pairs.indices, using: &random)
      let slot = slots.random(using: &random)
      switch UInt.random(in: 0..<100, using: &random) {
      case 0..<60: pairs[index].set(slot, to: Token(step, in: tokens))
      case 60..<75: pairs[index].set(slot, to: nil)
      case 75..<85: pairs[index] = pairs[Int.random(in: pairs.indices, using: &random)]
      case 85: pairs[index] = Pair()
      default: pairs[index].compare(at: slot)
      }
      if step.isMultiple(of: 500) { for pair in pairs { pair.compare() } }
    }
    for pair in pairs { pair.compare() }
    // A value lives as long as it stands in a dictionary.
    #expect(tokens.alive == Set(pairs.flatMap { $0.model.values.map(\.number) }).count)
    pairs.removeAll()
    #expect(tokens.alive == 0)
  }
}

/// A configuration, and the dictionary that it should agree with.
private struct Pair {
  private var configuration = PyxisConfiguration()
  private(set) var model: [UInt32: Token] = [:]

  mutating func set(_ slot: UInt32, to token: Token?) {
    configuration[slot: slot] = token
    model[slot] = token
  }

  func compare(at slot: UInt32) {
    let found = configuration[slot: slot]
    #expect(found === model[slot] && found?.isAlive != false)
  }

  func compare() {
    for (slot, token) in model { #expect(configuration[slot: slot] === token && token.isAlive) }
  }
}
