import PyxisCore
import Testing

@Suite("Keys: types of values")
struct KeyValueTests {
  @Test("R4: a closure is a value, with what it captured")
  func closures() {
    let captured = [1, 2, 3]
    let sum: @Sendable (Int) -> Int = { $0 + captured.reduce(0, +) }
    holds(ClosureKey.self, sum, first: { $0(1) == 1 }, now: { $0(1) == 7 })
  }

  @Test("R4: a service behind a protocol is a value")
  func services() {
    holds(
      ServiceKey.self, EchoService(prefix: "> "), first: { $0.answer("a") == "" },
      now: { $0.answer("a") == "> a" })
  }

  @Test("R4: a class instance is a value and keeps its identity")
  func classes() {
    let instance = Reference(number: 2)
    holds(ClassKey.self, instance, first: { $0.number == 1 }, now: { $0 === instance })
  }

  @Test("R4: an actor is a value and keeps its identity")
  func actors() {
    let clerk = Clerk()
    holds(ActorKey.self, clerk, first: { $0 == nil }, now: { $0 === clerk })
  }

  @Test("R4: an enum with payloads is a value")
  func enums() {
    let trial = Plan.trial(days: 7, note: "héllo")
    holds(EnumKey.self, trial, first: { $0 == .none }, now: { $0 == trial })
  }

  @Test("R4: arrays, dictionaries and tuples are values")
  func collections() {
    holds(ArrayKey.self, [["a"], []], first: { $0 == [] }, now: { $0 == [["a"], []] })
    holds(DictionaryKey.self, ["a": 1], first: { $0 == [:] }, now: { $0 == ["a": 1] })
    holds(TupleKey.self, ("b", 2), first: { $0 == ("a", 1) }, now: { $0 == ("b", 2) })
    holds(BytesKey.self, [0, 255], first: { $0 == [1] }, now: { $0 == [0, 255] })
  }

  @Test("R4: nil is a value like any other")
  func optionals() {
    holds(OptionalKey.self, nil, first: { $0 == "some" }, now: { $0 == nil })
    holds(OptionalKey.self, "other", first: { $0 == "some" }, now: { $0 == "other" })
  }

  @Test("R4: large structs and over-aligned vectors are values")
  func large() {
    let large = Large(seed: 3)
    holds(LargeKey.self, large, first: { $0 == Large(seed: 0) }, now: { $0 == large })
    let vector = SIMD64<Double>(repeating: 0.5)
    holds(VectorKey.self, vector, first: { $0 == .zero }, now: { $0 == vector })
    holds(VoidKey.self, (), first: { $0 == () }, now: { $0 == () })
    holds(MetatypeKey.self, String.self, first: { $0 == Int.self }, now: { $0 == String.self })
  }

  @Test(
    "R4: text keeps every scalar, NUL and what is canonically equivalent to something else included",
    arguments: ["", "a\0b", "e\u{301}", "é", "\u{10FFFF}", String(repeating: "ż", count: 100_000)])
  func text(value: String) {
    let isValue = { (text: String) in text.utf8.elementsEqual(value.utf8) }
    holds(TextKey.self, value, first: { $0 == "text" }, now: isValue)
    holds(NamedTextKey.self, value, first: { $0 == "text" }, now: isValue)
  }

  @Test("R4: integers are exact over the whole range", arguments: [Int.min, -1, 0, 1, .max])
  func integers(value: Int) {
    holds(NamedIntKey.self, value, first: { $0 == 5 }, now: { $0 == value })
    holds(IntKey.self, value, first: { $0 == 5 }, now: { $0 == value })
  }

  /// Checks that a key reads as its default, then as a value, in each way there is to read it.
  private func holds<Key: PyxisConfigurationKey>(
    _ key: Key.Type, _ value: Key.Value, first isDefault: (Key.Value) -> Bool,
    now isValue: (Key.Value) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let reader = Pyxis(key)
    #expect(isDefault(PyxisConfiguration()[key]), sourceLocation: sourceLocation)
    #expect(isDefault(reader.wrappedValue), sourceLocation: sourceLocation)
    var configuration = PyxisConfiguration()
    configuration[key] = value
    #expect(isValue(configuration[key]), sourceLocation: sourceLocation)
    withPyxis(configuration) {
      #expect(isValue(reader.wrappedValue), sourceLocation: sourceLocation)
      #expect(isValue(pyxisConfiguration[key]), sourceLocation: sourceLocation)
    }
    configuration[key] = key.defaultValue
    #expect(isDefault(configuration[key]), sourceLocation: sourceLocation)
    #expect(isDefault(reader.wrappedValue), sourceLocation: sourceLocation)
  }
}

// MARK: - Values

private protocol Service: Sendable {
  func answer(_ question: String) -> String
}

private struct SilentService: Service {
  func answer(_ question: String) -> String { "" }
}

private struct EchoService: Service {
  let prefix: String
  func answer(_ question: String) -> String { prefix + question }
}

private final class Reference: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}

private actor Clerk {}

private enum Plan: Sendable, Equatable {
  case none
  case trial(days: Int, note: String)
}

/// A struct of several hundred bytes, with a reference in the middle.
private struct Large: Sendable, Equatable {
  var before: SIMD32<Int>
  var text: String
  var after: SIMD16<Int>

  init(seed: Int) {
    before = SIMD32(repeating: seed)
    text = String(repeating: "x", count: 40 + seed)
    after = SIMD16(repeating: -seed)
  }
}

// MARK: - Keys

private enum ClosureKey: PyxisConfigurationKey {
  static var defaultValue: @Sendable (Int) -> Int { { $0 } }
}

private enum ServiceKey: PyxisConfigurationKey {
  static var name: String? { "tests.values.service" }
  static var defaultValue: any Service { SilentService() }
}

private enum ClassKey: PyxisConfigurationKey {
  static let defaultValue = Reference(number: 1)
}

private enum ActorKey: PyxisConfigurationKey {
  static var defaultValue: Clerk? { nil }
}

private enum EnumKey: PyxisConfigurationKey {
  static var name: String? { "tests.values.enum" }
  static var defaultValue: Plan { .none }
}

private enum ArrayKey: PyxisConfigurationKey {
  static var defaultValue: [[String]] { [] }
}

private enum DictionaryKey: PyxisConfigurationKey {
  static var defaultValue: [String: Int] { [:] }
}

private enum TupleKey: PyxisConfigurationKey {
  static var defaultValue: (String, Int) { ("a", 1) }
}

private enum BytesKey: PyxisConfigurationKey {
  static var name: String? { "tests.values.bytes" }
  static var defaultValue: [UInt8] { [1] }
}

private enum OptionalKey: PyxisConfigurationKey {
  static var defaultValue: String? { "some" }
}

private enum LargeKey: PyxisConfigurationKey {
  static var defaultValue: Large { Large(seed: 0) }
}

private enum VectorKey: PyxisConfigurationKey {
  static var defaultValue: SIMD64<Double> { .zero }
}

private enum VoidKey: PyxisConfigurationKey {
  static var defaultValue: Void { () }
}

private enum MetatypeKey: PyxisConfigurationKey {
  static var defaultValue: any (Equatable & SendableMetatype).Type { Int.self }
}

private enum TextKey: PyxisConfigurationKey {
  static var defaultValue: String { "text" }
}

private enum NamedTextKey: PyxisConfigurationKey {
  static var name: String? { "tests.values.text" }
  static var defaultValue: String { "text" }
}

private enum IntKey: PyxisConfigurationKey {
  static var defaultValue: Int { 5 }
}

private enum NamedIntKey: PyxisConfigurationKey {
  static var name: String? { "tests.values.int" }
  static var defaultValue: Int { 5 }
}
