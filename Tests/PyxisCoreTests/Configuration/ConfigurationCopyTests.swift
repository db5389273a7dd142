import PyxisCore
import Testing

@Suite("Configurations are values")
struct ConfigurationCopyTests {
  /// Where the storage changes its form: the room beside the tree, and the tree's height.
  static let counts: [Int] = [
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 20, 31, 33, 255, 256, 257, 4_095, 4_096, 4_097, 10_000,
  ]

  @Test("R2: a change of a copy never shows in the original, nor the other way", arguments: counts)
  func copies(count: Int) {
    let tokens = TokenCount()
    let slots = 0..<UInt32(count)
    var original = PyxisConfiguration()
    for slot in slots { original[slot: slot] = Token(Int(slot), in: tokens) }
    for changed in Set([0, count / 2, count - 1, count, count + 1]) where changed >= 0 {
      var copy = original
      copy[slot: UInt32(changed)] = Token(-1, in: tokens)
      #expect(original[slot: UInt32(changed)]?.number == (changed < count ? changed : nil))
      var other = original
      other[slot: UInt32(changed)] = Token(-2, in: tokens)
      #expect(copy[slot: UInt32(changed)]?.number == -1)
      original[slot: UInt32(changed)] = Token(-3, in: tokens)
      #expect(copy[slot: UInt32(changed)]?.number == -1)
      #expect(other[slot: UInt32(changed)]?.number == -2)
      original[slot: UInt32(changed)] = changed < count ? Token(changed, in: tokens) : nil
      copy[slot: UInt32(changed)] = nil
      #expect(copy[slot: UInt32(changed)] == nil)
      #expect(other[slot: UInt32(changed)]?.number == -2)
    }
    #expect(slots.allSatisfy { original[slot: $0]?.number == Int($0) })
    original = PyxisConfiguration()
    #expect(tokens.alive == 0)
  }

  @Test("R2: every entry of a copy changes alone", arguments: [4, 9, 20, 300])
  func everyEntry(count: Int) {
    let tokens = TokenCount()
    let slots = 0..<UInt32(count)
    var original = PyxisConfiguration()
    for slot in slots { original[slot: slot] = Token(Int(slot), in: tokens) }
    var copy = original
    for slot in slots {
      copy[slot: slot] = Token(-Int(slot) - 1, in: tokens)
      #expect(slots.allSatisfy { original[slot: $0]?.number == Int($0) })
      #expect(slots.allSatisfy { copy[slot: $0]?.number == ($0 <= slot ? -Int($0) - 1 : Int($0)) })
    }
  }

  @Test("R2: slots far apart do not meet")
  func distantSlots() {
    let tokens = TokenCount()
    let powers = (1..<32).map { UInt32(1) << $0 }
    let slots = powers + powers.map { $0 + 1 } + [0, 1, .max - 1]
    var configuration = PyxisConfiguration()
    for slot in slots { configuration[slot: slot] = Token(Int(slot), in: tokens) }
    let copy = configuration
    for slot in slots.reversed() { configuration[slot: slot] = Token(-1, in: tokens) }
    for slot in slots {
      #expect(copy[slot: slot]?.number == Int(slot))
      #expect(configuration[slot: slot]?.number == -1)
      configuration[slot: slot] = nil
      #expect(configuration[slot: slot] == nil)
      #expect(copy[slot: slot]?.number == Int(slot))
    }
  }

  @Test("R2: a scope shows the configuration as it was when it was opened, in both directions")
  func scopes() {
    var configuration = PyxisConfiguration()
    configuration[ListKey.self] = [1]
    withPyxis(configuration) {
      configuration[ListKey.self].append(2)
      #expect(pyxisConfiguration[ListKey.self] == [1])
      var inside = pyxisConfiguration
      inside[ListKey.self] = [3]
      #expect(pyxisConfiguration[ListKey.self] == [1])
      withPyxis {
        $0[ListKey.self].append(4)
      } operation: {
        #expect(pyxisConfiguration[ListKey.self] == [1, 4])
        #expect(inside[ListKey.self] == [3])
      }
      #expect(pyxisConfiguration[ListKey.self] == [1])
    }
    #expect(configuration[ListKey.self] == [1, 2])
  }

  @Test("R2: a reference that an entry holds keeps its own sharing")
  func references() {
    let counter = Counter()
    var configuration = PyxisConfiguration()
    configuration[CounterKey.self] = counter
    let copy = configuration
    copy[CounterKey.self]?.add()
    withPyxis(copy) { pyxisConfiguration[CounterKey.self]?.add() }
    #expect(configuration[CounterKey.self]?.value == 2)
  }

  @Test("R2: threads change copies of one configuration at once", arguments: [3, 8, 16, 40, 500])
  func threads(count: Int) throws {
    let tokens = TokenCount()
    var original = PyxisConfiguration()
    for slot in 0..<UInt32(count) { original[slot: slot] = Token(Int(slot), in: tokens) }
    let shared = original
    _ = try onNewThreads(4) { thread in
      for round in 0..<20 {
        var copy = shared
        for slot in 0..<UInt32(count) where (Int(slot) + round) % 4 == thread {
          copy[slot: slot] = Token(-thread, in: tokens)
        }
        for slot in 0..<UInt32(count) {
          let isChanged = (Int(slot) + round) % 4 == thread
          #expect(copy[slot: slot]?.number == (isChanged ? -thread : Int(slot)))
        }
      }
    }
    #expect((0..<UInt32(count)).allSatisfy { original[slot: $0]?.number == Int($0) })
    #expect(tokens.alive == count)
  }

  @Test("R3: what a launch asked for and what became of it are read-only")
  func readOnly() {
    let requested: PartialKeyPath<PyxisConfiguration> = \.requested
    let report: PartialKeyPath<PyxisConfiguration> = \.report
    #expect(!(requested is WritableKeyPath<PyxisConfiguration, PyxisVariants>))
    #expect(!(report is WritableKeyPath<PyxisConfiguration, PyxisBootstrapReport?>))
    #expect(PyxisConfiguration().requested.isEmpty)
    #expect(PyxisConfiguration().report == nil)
  }
}

private enum ListKey: PyxisConfigurationKey {
  static var defaultValue: [Int] { [] }
}

private enum CounterKey: PyxisConfigurationKey {
  static var defaultValue: Counter? { nil }
}
