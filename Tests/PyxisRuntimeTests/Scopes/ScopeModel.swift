import CPyxis
import PyxisRuntime
import Synchronization
import Testing

/// What a configuration is expected to hold.
struct ModelEntries: Equatable, Sendable {
  var numbers: [Int] = [0, 0, 0, 0]
  var values: [Int?] = [nil, nil, nil]
}

extension PyxisConfiguration {
  /// What a configuration holds of what models expect; a value that has ended is -1.
  var modelEntries: ModelEntries {
    ModelEntries(
      numbers: [
        self[ModelKeys.First.self], self[ModelKeys.Second.self], self[ModelKeys.Third.self],
        self[ModelKeys.Fourth.self],
      ],
      values: [
        self[ModelKeys.FirstValue.self], self[ModelKeys.SecondValue.self],
        self[ModelKeys.ThirdValue.self],
      ].map { $0.map { $0.isAlive ? $0.number : -1 } })
  }

  /// Sets an entry, and says so to the model of it.
  mutating func setNumber(_ index: Int, to number: Int, in entries: inout ModelEntries) {
    entries.numbers[index] = number
    switch index {
    case 0: self[ModelKeys.First.self] = number
    case 1: self[ModelKeys.Second.self] = number
    case 2: self[ModelKeys.Third.self] = number
    default: self[ModelKeys.Fourth.self] = number
    }
  }

  /// Sets an entry to a new value, and says so to the model of it.
  mutating func setValue(
    _ index: Int, to number: Int, counting alive: Counter, in entries: inout ModelEntries
  ) {
    entries.values[index] = number
    let value = ModelValue(number, counting: alive)
    switch index {
    case 0: self[ModelKeys.FirstValue.self] = value
    case 1: self[ModelKeys.SecondValue.self] = value
    default: self[ModelKeys.ThirdValue.self] = value
    }
  }
}

/// A value whose life is counted.
final class ModelValue: Sendable {
  let number: Int
  private let alive: Counter
  private let state = Atomic(true)

  init(_ number: Int, counting alive: Counter) {
    self.number = number
    self.alive = alive
    alive.add()
  }

  var isAlive: Bool { state.load(ordering: .acquiring) }

  deinit {
    state.store(false, ordering: .releasing)
    alive.add(-1)
  }
}

/// The keys of models; the first is C's, too.
enum ModelKeys {
  static let firstInC: pyxis_key = defineInteger("tests.model.first")

  enum First: PyxisConfigurationKey {
    static var name: String? { "tests.model.first" }
    static var defaultValue: Int { 0 }
  }
  enum Second: PyxisConfigurationKey {
    static var name: String? { "tests.model.second" }
    static var defaultValue: Int { 0 }
  }
  enum Third: PyxisConfigurationKey {
    static var defaultValue: Int { 0 }
  }
  enum Fourth: PyxisConfigurationKey {
    static var defaultValue: Int { 0 }
  }
  enum FirstValue: PyxisConfigurationKey {
    static var defaultValue: ModelValue? { nil }
  }
  enum SecondValue: PyxisConfigurationKey {
    static var defaultValue: ModelValue? { nil }
  }
  enum ThirdValue: PyxisConfigurationKey {
    static var defaultValue: ModelValue? { nil }
  }
}
