import PyxisCore

/// A number as a type, by its binary digits.
protocol BinaryNumber: SendableMetatype {
  static var value: Int { get }
}

enum Leading: BinaryNumber {
  static var value: Int { 0 }
}

enum Zero<Rest: BinaryNumber>: BinaryNumber {
  static var value: Int { Rest.value * 2 }
}

enum One<Rest: BinaryNumber>: BinaryNumber {
  static var value: Int { Rest.value * 2 + 1 }
}

/// One of many keys; it reads as its number where nothing holds it.
enum NumberedKey<Number: BinaryNumber>: NumberedKeyProtocol {
  static var defaultValue: Int { Number.value }
}

/// What all numbered keys are, for lists of them.
protocol NumberedKeyProtocol: PyxisConfigurationKey where Value == Int {}

/// All numbered keys of so many digits, in the order of their numbers.
func numberedKeys(digits: Int) -> [any NumberedKeyProtocol.Type] {
  func keys<Number: BinaryNumber>(
    after number: Number.Type, digits: Int
  ) -> [any NumberedKeyProtocol.Type] {
    if digits == 0 { return [NumberedKey<Number>.self] }
    return keys(after: Zero<Number>.self, digits: digits - 1)
      + keys(after: One<Number>.self, digits: digits - 1)
  }
  return keys(after: Leading.self, digits: digits)
}

extension PyxisConfiguration {
  /// A numbered key's entry.
  subscript(number key: any NumberedKeyProtocol.Type) -> Int {
    get { get(key) }
    set { set(key, to: newValue) }
  }

  private func get<Key: NumberedKeyProtocol>(_ key: Key.Type) -> Int { self[key] }

  private mutating func set<Key: NumberedKeyProtocol>(_ key: Key.Type, to value: Int) {
    self[key] = value
  }
}
