import PyxisCore

/// What the tests of scopes override.
enum LevelKey: PyxisConfigurationKey {
  static var defaultValue: Int { 0 }
}

/// A second entry, to see that scopes leave others alone.
enum TitleKey: PyxisConfigurationKey {
  static var name: String? { "tests.scopes.title" }
  static var defaultValue: String { "untitled" }
}

extension PyxisConfiguration {
  var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }

  var title: String {
    get { self[TitleKey.self] }
    set { self[TitleKey.self] = newValue }
  }
}

/// The level that is in force where this is called.
func currentLevel() -> Int { level.wrappedValue }

private let level = Pyxis(LevelKey.self)

/// What tests throw.
struct Refusal: Error, Equatable {
  let number: Int
}
