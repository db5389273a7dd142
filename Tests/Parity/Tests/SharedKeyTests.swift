import CPyxis
import PyxisCore
import Testing

/// R5: the C key and the Swift key of one name are one entry.
@Suite("Keys of both languages", .generousTimeLimit)
struct SharedKeyTests {
  @Test(arguments: Scenario.sharedKeys)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let sharedKeys: [Scenario] = [
    Scenario("R5: a bool is one entry") { try isOneEntry(BoolEntry.self) },
    Scenario("R5: an int64 is one entry") { try isOneEntry(Int64Entry.self) },
    Scenario("R5: a double is one entry, bit by bit") { try isOneEntry(DoubleEntry.self) },
    Scenario("R5: a string is one entry, byte by byte") { try isOneEntry(StringEntry.self) },
    Scenario("R5: bytes are one entry") { try isOneEntry(BytesEntry.self) },
    Scenario("R5: a Swift Int is an int64") {
      try IntEntry.register()
      let key = try Int64.key("parity.entry.int", default: 7)
      let snapshot = withPyxis {
        $0[IntEntry.self] = .min
      } operation: {
        pyxisConfiguration
      }
      try withPyxis(snapshot) { try #expect(Int64.effective(key) == .min) }
    },
    Scenario("R5: a Swift key that is registered first is found from C") {
      try RegisteredFirst.register()
      let key = Out<pyxis_key>()
      #expect(abi.pyxis_key_find("parity.registered_first", key) == .ok)
      try #expect(String.effective(key.value) == "swift")
      try #expect(String.key("parity.registered_first", default: "swift") == key.value)
      let error = ErrorOut()
      let status = String.define(
        "parity.registered_first", default: "c", key: Out(), error: error)
      #expect(status == .keyConflict)
      try #expect(error.key() == "parity.registered_first")
    },
    Scenario("R5: a Swift key that is used first is found from C") {
      #expect(pyxisConfiguration[UsedFirst.self] == 2.5)
      let key = Out<pyxis_key>()
      #expect(abi.pyxis_key_find("parity.used_first", key) == .ok)
      try #expect(Double.effective(key.value) == 2.5)
    },
    Scenario("R5: registering a Swift key with another default, type or secrecy is an error") {
      _ = try Int64.key("parity.c_first", default: 1)
      expectConflict(CFirstOtherDefault.self)
      expectConflict(CFirstOtherType.self)
      expectConflict(CFirstSecret.self)
      try CFirst.register()
      try CFirst.register()
    },
    Scenario("a secret Swift key has the secret flag") {
      try SecretEntry.register()
      let key = Out<pyxis_key>()
      let flags = Out<UInt32>()
      #expect(abi.pyxis_key_find("parity.secret", key) == .ok)
      #expect(abi.pyxis_key_flags(key.value, flags) == .ok)
      #expect(flags.value == PYXIS_KEY_SECRET)
      try #expect(SecretEntry.definedInC() == key.value)
    },
    Scenario("a named Swift key of a Swift type is found and described, and never read") {
      try OpaqueEntry.register()
      let (key, type) = (Out<pyxis_key>(), Out<pyxis_type>())
      #expect(abi.pyxis_key_find("parity.opaque", key) == .ok)
      #expect(abi.pyxis_key_type(key.value, type) == .ok)
      #expect(type.value == PYXIS_TYPE_OPAQUE)
      let configuration = try Handle.captured()
      #expect(abi.pyxis_get_int64(key.value, Out<Int64>()) == .typeMismatch)
      #expect(
        abi.pyxis_configuration_get_string(configuration, key.value, Out<pyxis_string>())
          == .typeMismatch)
      #expect(abi.pyxis_configuration_set_bool(configuration, key.value, 1) == .typeMismatch)
      #expect(Int64.define("parity.opaque", default: 0, key: Out()) == .keyConflict)
    },
    Scenario("canonically equivalent names are two keys in both languages") {
      try ComposedName.register()
      try DecomposedName.register()
      let configuration = try Handle.captured()
      let composed = try ComposedName.definedInC()
      let decomposed = try DecomposedName.definedInC()
      #expect(composed != decomposed)
      #expect(Int64.set(configuration, composed, 1) == .ok)
      try runScope(configuration) {
        #expect(pyxisConfiguration[ComposedName.self] == 1)
        #expect(pyxisConfiguration[DecomposedName.self] == 0)
      }
    },
  ]
}

/// Sets each sample in one language and reads it in the other one.
private func isOneEntry<Key: SharedKey>(_ swiftKey: Key.Type) throws {
  let key = try Key.definedInC()
  try Key.register()
  try #expect(Key.Value.effective(key).isSame(as: Key.defaultValue))
  #expect(pyxisConfiguration[Key.self].isSame(as: Key.defaultValue))
  for sample in Key.Value.samples {
    try withPyxis {
      $0[Key.self] = sample
    } operation: {
      try #expect(Key.Value.effective(key).isSame(as: sample), "\(sample)")
      try #expect(Key.Value.get(Handle.captured(), key).isSame(as: sample), "\(sample)")
    }
    let configuration = try Handle.captured()
    #expect(Key.Value.set(configuration, key, sample) == .ok)
    try #expect(Key.Value.get(configuration, key).isSame(as: sample), "\(sample)")
    try runScope(configuration) {
      #expect(pyxisConfiguration[Key.self].isSame(as: sample), "\(sample)")
      #expect(Pyxis(Key.self).wrappedValue.isSame(as: sample), "\(sample)")
      try #expect(Key.Value.effective(key).isSame(as: sample), "\(sample)")
    }
  }
}

private func expectConflict<Key: PyxisConfigurationKey>(
  _ key: Key.Type, sourceLocation: SourceLocation = #_sourceLocation
) {
  for _ in 1...2 {
    let error = #expect(throws: PyxisKeyError.self, sourceLocation: sourceLocation) {
      try key.register()
    }
    guard case .conflict(let name, _) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(name == key.name, sourceLocation: sourceLocation)
  }
}

private enum IntEntry: PyxisConfigurationKey {
  static var name: String? { "parity.entry.int" }
  static let defaultValue = 7
}

private enum RegisteredFirst: PyxisConfigurationKey {
  static var name: String? { "parity.registered_first" }
  static let defaultValue = "swift"
}

private enum UsedFirst: PyxisConfigurationKey {
  static var name: String? { "parity.used_first" }
  static let defaultValue = 2.5
}

private enum CFirst: PyxisConfigurationKey {
  static var name: String? { "parity.c_first" }
  static let defaultValue = Int64(1)
}

private enum CFirstOtherDefault: PyxisConfigurationKey {
  static var name: String? { "parity.c_first" }
  static let defaultValue = Int64(2)
}

private enum CFirstOtherType: PyxisConfigurationKey {
  static var name: String? { "parity.c_first" }
  static let defaultValue = 1.0
}

private enum CFirstSecret: PyxisConfigurationKey {
  static var name: String? { "parity.c_first" }
  static let defaultValue = Int64(1)
  static let isSecret = true
}

private enum SecretEntry: SharedKey {
  static let sharedName = "parity.secret"
  static let defaultValue = "hidden"
  static let isSecret = true
}

private enum OpaqueEntry: PyxisConfigurationKey {
  static var name: String? { "parity.opaque" }
  static let defaultValue: Set<Int> = [1]
}

private enum ComposedName: SharedKey {
  static let sharedName = "parity.é"
  static let defaultValue = Int64(0)
}

private enum DecomposedName: SharedKey {
  static let sharedName = "parity.e\u{301}"
  static let defaultValue = Int64(0)
}
