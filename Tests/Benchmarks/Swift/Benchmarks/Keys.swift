import PyxisRuntime

enum NumberKey: PyxisConfigurationKey {
  static let defaultValue: Int = -1
}

enum TextKey: PyxisConfigurationKey {
  static let defaultValue: String = ""
}

/// A key whose entry nothing holds.
enum UnsetKey: PyxisConfigurationKey {
  static let defaultValue: Int = 42
}

extension PyxisConfiguration {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

/// What the benchmarks set: a string of 20 bytes, which does not fit into `String` itself. It is no
/// literal, so that references to it are counted.
let textValue: String = String(decoding: Array("exactly twenty bytes".utf8), as: UTF8.self)
let numberValue: Int = 42

// MARK: - Many keys

// Each combination of digits is a type of its own, and so a key of its own.
enum Digit0 {}
enum Digit1 {}
enum Digit2 {}
enum Digit3 {}
enum Digit4 {}
enum Digit5 {}
enum Digit6 {}
enum Digit7 {}
enum Digit8 {}
enum Digit9 {}

enum NumberedKey<Number>: PyxisConfigurationKey {
  static var defaultValue: Int { -1 }
}

enum Number<Leading, Last> {}

extension PyxisConfiguration {
  /// A configuration with the benchmarks' entries, and so many others that there are `count`.
  static func withEntries(_ count: Int) -> PyxisConfiguration {
    var configuration = PyxisConfiguration()
    var left = count - 2
    configuration.setDigits(Void.self, digits: 4, left: &left)
    configuration[NumberKey.self] = numberValue
    configuration[TextKey.self] = textValue
    return configuration
  }

  private mutating func setDigits<Leading>(_: Leading.Type, digits: Int, left: inout Int) {
    func set<Digit>(_: Digit.Type) {
      guard left > 0 else { return }
      if digits > 0 {
        setDigits(Number<Leading, Digit>.self, digits: digits - 1, left: &left)
      } else {
        self[NumberedKey<Leading>.self] = left
        left -= 1
      }
    }
    set(Digit0.self)
    guard digits > 0 else { return }
    set(Digit1.self)
    set(Digit2.self)
    set(Digit3.self)
    set(Digit4.self)
    set(Digit5.self)
    set(Digit6.self)
    set(Digit7.self)
    set(Digit8.self)
    set(Digit9.self)
  }
}
