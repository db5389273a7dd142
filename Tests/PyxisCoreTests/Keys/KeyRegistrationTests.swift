import PyxisCore
import Testing

@Suite("Keys: registration")
struct KeyRegistrationTests {
  @Test("R5: keys of one name, type and default are one entry")
  func oneEntry() throws {
    try FlagKey.register()
    try SameFlagKey.register()
    try CountKey.register()
    try SameCountKey.register()
    var configuration = PyxisConfiguration()
    configuration[FlagKey.self] = true
    configuration[CountKey.self] = -7
    #expect(configuration[SameFlagKey.self])
    #expect(configuration[SameCountKey.self] == -7)
    configuration[SameCountKey.self] = .max
    #expect(configuration[CountKey.self] == .max)
  }

  @Test("R5: registering again, and registering a key without a name, does nothing")
  func repeated() throws {
    for _ in 0..<3 {
      try FlagKey.register()
      try NamelessKey.register()
    }
    var configuration = PyxisConfiguration()
    configuration[NamelessKey.self] = 2
    try NamelessKey.register()
    #expect(configuration[NamelessKey.self] == 2)
  }

  @Test("R5: a name that is taken with another type, default or secrecy cannot be registered")
  func conflicts() throws {
    try FlagKey.register()
    expectConflict(FlagAsTextKey.self, "it is of type bool, and here it is defined as string")
    expectConflict(
      FlagAsServiceKey.self, "it is of type bool, and here it is defined as a Swift type")
    expectConflict(FlagThatIsOnKey.self, "it has another default")
    expectConflict(FlagThatIsSecretKey.self, "it is not secret, and here it is")
    try ServiceKey.register()
    expectConflict(OtherServiceKey.self, "it belongs to another Swift type")
  }

  @Test("R5: a registration that failed takes no name and no default from the first one")
  func failedRegistration() throws {
    try FlagKey.register()
    expectConflict(FlagThatIsOnKey.self, "it has another default")
    try SameFlagKey.register()
    #expect(PyxisConfiguration()[FlagKey.self] == false)
  }

  @Test("R5: a name is not empty and has no NUL", arguments: ["", "a\0b", "\0"])
  func invalidNames(name: String) {
    let definition = KeyDefinition(name: name, kind: .bool, isSecret: false, defaultBox: nil)
    let error = #expect(throws: PyxisKeyError.self) { try KeyRegistry.define(definition) }
    guard case .invalidName = error else {
      Issue.record("It threw \(String(describing: error))")
      return
    }
    #expect(KeyRegistry.find(name: name) == nil)
  }

  @Test("R5: names compare by their bytes, so canonically equivalent ones are two keys")
  func namesByBytes() throws {
    try ComposedKey.register()
    try DecomposedKey.register()
    var configuration = PyxisConfiguration()
    configuration[ComposedKey.self] = 10
    #expect(configuration[DecomposedKey.self] == 2)
  }

  @Test("R5: a default is the same if its bits are", arguments: DefaultCase.all)
  func defaults(_ defaults: DefaultCase) throws {
    func define(_ box: Box) throws -> UInt32 {
      try KeyRegistry.define(
        KeyDefinition(
          name: "tests.registration.\(defaults.name)", kind: box.kind, isSecret: false,
          defaultBox: box))
    }
    let slot = try define(defaults.first)
    if defaults.areSame {
      #expect(try define(defaults.second) == slot)
    } else {
      #expect(throws: PyxisKeyError.self) { try define(defaults.second) }
    }
    #expect(try define(defaults.first) == slot)
  }

  /// Checks that a key cannot be registered, now and later, for a reason.
  private func expectConflict<Key: PyxisConfigurationKey>(
    _ key: Key.Type, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = PyxisKeyError.conflict(name: key.name ?? "", reason: reason)
    for _ in 0..<2 {
      #expect(throws: expected, sourceLocation: sourceLocation) { try key.register() }
    }
    #expect(
      expected.description == "The key \"\(key.name ?? "")\" is defined already: \(reason).",
      sourceLocation: sourceLocation)
  }
}

/// Two defaults of one name, and whether they are the same one.
struct DefaultCase: CustomTestStringConvertible, Sendable {
  let name: String
  let first: Box
  let second: Box
  let areSame: Bool

  var testDescription: String { name }

  static let all: [DefaultCase] = [
    same("not a number", .make(Double.nan, kind: .double), .make(Double.nan, kind: .double)),
    other("zeros", .make(0.0, kind: .double), .make(-0.0, kind: .double)),
    other(
      "payloads of not a number", .make(Double.nan, kind: .double),
      .make(Double(nan: 1, signaling: false), kind: .double)),
    same("infinity", .make(Double.infinity, kind: .double), .make(1 / 0.0, kind: .double)),
    same("Int and Int64", .make(5, kind: .int64), .make(Int64(5), kind: .int64)),
    other("integers", .make(5, kind: .int64), .make(6, kind: .int64)),
    same("text", .make("e\u{301}", kind: .string), .make("e\u{301}", kind: .string)),
    other("equivalent text", .make("e\u{301}", kind: .string), .make("é", kind: .string)),
    other("text up to NUL", .make("a", kind: .string), .make("a\0b", kind: .string)),
    same("bytes", .make([UInt8]([0, 1]), kind: .bytes), .make([UInt8]([0, 1]), kind: .bytes)),
    other("longer bytes", .make([UInt8]([0]), kind: .bytes), .make([UInt8]([0, 0]), kind: .bytes)),
    other("text and bytes", .make("a", kind: .string), .make([UInt8]([97]), kind: .bytes)),
    other("number and integer", .make(0.0, kind: .double), .make(0, kind: .int64)),
    other("flag and integer", .make(false, kind: .bool), .make(0, kind: .int64)),
  ]

  private static func same(_ name: String, _ first: Box, _ second: Box) -> DefaultCase {
    DefaultCase(name: name, first: first, second: second, areSame: true)
  }

  private static func other(_ name: String, _ first: Box, _ second: Box) -> DefaultCase {
    DefaultCase(name: name, first: first, second: second, areSame: false)
  }
}

// MARK: - Keys

private protocol NamedFlag: PyxisConfigurationKey {}

extension NamedFlag {
  static var name: String? { "tests.registration.flag" }
}

private enum FlagKey: NamedFlag {
  static var defaultValue: Bool { false }
}

private enum SameFlagKey: NamedFlag {
  static var defaultValue: Bool { false }
}

private enum FlagAsTextKey: NamedFlag {
  static var defaultValue: String { "false" }
}

private enum FlagAsServiceKey: NamedFlag {
  static var defaultValue: @Sendable () -> Bool { { false } }
}

private enum FlagThatIsOnKey: NamedFlag {
  static var defaultValue: Bool { true }
}

private enum FlagThatIsSecretKey: NamedFlag {
  static var defaultValue: Bool { false }
  static var isSecret: Bool { true }
}

private enum CountKey: PyxisConfigurationKey {
  static var name: String? { "tests.registration.count" }
  static var defaultValue: Int { 5 }
}

private enum SameCountKey: PyxisConfigurationKey {
  static var name: String? { "tests.registration.count" }
  static var defaultValue: Int64 { 5 }
}

private enum NamelessKey: PyxisConfigurationKey {
  static var defaultValue: Int { 1 }
}

private enum ServiceKey: PyxisConfigurationKey {
  static var name: String? { "tests.registration.service" }
  static var defaultValue: @Sendable () -> Int { { 1 } }
}

private enum OtherServiceKey: PyxisConfigurationKey {
  static var name: String? { "tests.registration.service" }
  static var defaultValue: @Sendable () -> Int { { 1 } }
}

private enum ComposedKey: PyxisConfigurationKey {
  static var name: String? { "tests.registration.caf\u{E9}" }
  static var defaultValue: Int { 1 }
}

private enum DecomposedKey: PyxisConfigurationKey {
  static var name: String? { "tests.registration.cafe\u{301}" }
  static var defaultValue: Int { 2 }
}
