import PyxisRuntime
import Synchronization

/// What programs use in the place of Pyxis: the references of the comparisons.
enum Locals {
  @TaskLocal static var number: Int = 0
  @TaskLocal static var dictionary: DictionaryConfiguration = DictionaryConfiguration()
}

/// A configuration as one writes it by hand: type-erased values by the identity of their keys.
struct DictionaryConfiguration: Sendable {
  private var entries: [ObjectIdentifier: any Sendable] = [:]

  subscript<Key: PyxisConfigurationKey>(key: Key.Type) -> Key.Value {
    get { entries[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { entries[ObjectIdentifier(key)] = newValue }
  }

  /// The same entries as the usual configuration of the benchmarks.
  static func withTenEntries() -> DictionaryConfiguration {
    var configuration = DictionaryConfiguration()
    configuration[NumberKey.self] = numberValue
    configuration[TextKey.self] = textValue
    configuration[NumberedKey<Digit0>.self] = 0
    configuration[NumberedKey<Digit1>.self] = 1
    configuration[NumberedKey<Digit2>.self] = 2
    configuration[NumberedKey<Digit3>.self] = 3
    configuration[NumberedKey<Digit4>.self] = 4
    configuration[NumberedKey<Digit5>.self] = 5
    configuration[NumberedKey<Digit6>.self] = 6
    configuration[NumberedKey<Digit7>.self] = 7
    return configuration
  }

  /// One for the process, behind a lock.
  static let shared: Mutex<DictionaryConfiguration> = Mutex(withTenEntries())
}

/// Ten bindings that have nothing to do with what is read.
enum Bindings {
  @TaskLocal private static var first: Int = 0
  @TaskLocal private static var second: Int = 0

  /// Runs an operation inside ten more bindings.
  static func aroundTen(_ operation: () -> Void) {
    bind(10, operation)
  }

  private static func bind(_ count: Int, _ operation: () -> Void) {
    guard count > 0 else { return operation() }
    if count.isMultiple(of: 2) {
      $first.withValue(count) { bind(count - 1, operation) }
    } else {
      $second.withValue(count) { bind(count - 1, operation) }
    }
  }
}
