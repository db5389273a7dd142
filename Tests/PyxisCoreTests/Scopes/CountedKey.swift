import PyxisCore

/// One of many keys whose values have a life that is counted.
enum CountedKey<Number: BinaryNumber>: CountedKeyProtocol {
  static var defaultValue: Token? { nil }
}

/// What all such keys are, for lists of them.
protocol CountedKeyProtocol: PyxisConfigurationKey where Value == Token? {}

/// All counted keys of six digits, in the order of their numbers.
let countedKeys: [any CountedKeyProtocol.Type] = makeCountedKeys(after: Leading.self, digits: 6)

private func makeCountedKeys<Number: BinaryNumber>(
  after number: Number.Type, digits: Int
) -> [any CountedKeyProtocol.Type] {
  if digits == 0 { return [CountedKey<Number>.self] }
  return makeCountedKeys(after: Zero<Number>.self, digits: digits - 1)
    + makeCountedKeys(after: One<Number>.self, digits: digits - 1)
}

extension PyxisConfiguration {
  /// A counted key's entry, by its number.
  subscript(token number: Int) -> Token? {
    get { get(countedKeys[number]) }
    set { set(countedKeys[number], to: newValue) }
  }

  /// Takes a counted key's entry out.
  mutating func unset(token number: Int) -> Bool { unset(countedKeys[number]) }

  private func get<Key: CountedKeyProtocol>(_ key: Key.Type) -> Token? { self[key] }

  private mutating func set<Key: CountedKeyProtocol>(_ key: Key.Type, to value: Token?) {
    self[key] = value
  }
}
