import CPyxis
import PyxisCore
import Testing

/// Defining, finding and describing keys.
@Suite("Keys", .generousTimeLimit)
struct KeyTests {
  @Test(arguments: Scenario.keys)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let keys: [Scenario] = [
    Scenario("R5: the same definition gives the same bool key") { try definedTwice(true, false) },
    Scenario("R5: the same definition gives the same int64 key") {
      try definedTwice(.max, 1 as Int64)
    },
    Scenario("R5: the same definition gives the same double key") { try definedTwice(0.0, -0.0) },
    Scenario("R5: the same definition gives the same string key") {
      try definedTwice("é", "e\u{301}")
    },
    Scenario("R5: the same definition gives the same bytes key") {
      try definedTwice([1, 0, 2] as [UInt8], [])
    },
    Scenario("R5: the same definition gives the same capability key") {
      let (name, key, error) = (uniqueName(), Out<pyxis_key>(), ErrorOut())
      #expect(abi.pyxis_key_define_capability(name, 0, key, nil) == .ok)
      let first = key.value
      #expect(abi.pyxis_key_define_capability(name, 0, key, nil) == .ok)
      #expect(key.value == first)
      #expect(
        abi.pyxis_key_define_capability(name, PYXIS_KEY_SECRET, key, error) == .keyConflict)
      try #expect(error.key() == name)
    },
    Scenario("keys are listed in the order of definition, those of Swift included") {
      try ListedKey.register()
      let first = try Int64.key(default: 0)
      let second = try String.key(default: "")
      let count = Out<Int>()
      #expect(abi.pyxis_key_count(count) == .ok)
      let keys = try (0..<count.value).map { index in
        let key = Out<pyxis_key>()
        try #require(abi.pyxis_key_at(index, key) == .ok)
        return key.value
      }
      #expect(Set(keys).count == keys.count)
      let listed = Out<pyxis_key>()
      #expect(abi.pyxis_key_find("parity.listed", listed) == .ok)
      let positions = try [listed.value, first, second].map {
        try #require(keys.firstIndex(of: $0))
      }
      #expect(positions == positions.sorted())
      for index in [Int.max, 1 << 40] {
        #expect(abi.pyxis_key_at(index, Out<pyxis_key>()) == .notFound)
      }
      #expect(abi.pyxis_key_at(UInt.max, Out<pyxis_key>()) == .notFound)
    },
    Scenario("R5: a default of NaN equals itself, and no other NaN") {
      try definedTwice(Double.nan, Double(nan: 7, signaling: false))
    },
    Scenario("R5: another type for a name is a conflict") {
      let name = uniqueName()
      let first = try Int64.key(name, default: 0)
      for error in try [
        conflict(name, true), conflict(name, 0.0), conflict(name, ""), conflict(name, [1 as UInt8]),
      ] {
        try #expect(error.key() == name)
        try #expect(error.offset() == nil)
        try #expect(error.message().contains(name))
      }
      try #expect(Int64.key(name, default: 0) == first)
    },
    Scenario("an error about a secret key does not tell its default") {
      let name = uniqueName()
      _ = try String.key(name, default: "s3cret", flags: PYXIS_KEY_SECRET)
      for error in try [
        conflict(name, "0ther", flags: PYXIS_KEY_SECRET), conflict(name, "s3cret"),
        conflict(name, 1.5, flags: PYXIS_KEY_SECRET),
      ] {
        try #expect(!error.message().contains("s3cret"))
        try #expect(!error.message().contains("0ther"))
      }
    },
    Scenario("a key tells its name, type and flags") {
      try describes(true, flags: 0)
      try describes(Int64(3), flags: PYXIS_KEY_SECRET)
      try describes(1.5, flags: 0)
      try describes("x", flags: PYXIS_KEY_SECRET)
      try describes([1 as UInt8], flags: 0)
    },
    Scenario("a name that differs by one byte is another key") {
      let prefix = uniqueName()
      let names = [prefix, prefix + "é", prefix + "e\u{301}", prefix + "E", prefix + " "]
      let keys = try names.map { try Int64.key($0, default: 0) }
      #expect(Set(keys).count == names.count)
      for (name, key) in zip(names, keys) {
        let found = Out<pyxis_key>()
        #expect(abi.pyxis_key_find(name, found) == .ok)
        #expect(found.value == key)
      }
    },
    Scenario("a length of PYXIS_ZERO_TERMINATED ends a name at its NUL") {
      let name = uniqueName()
      let key = try Int64.key(name, default: 0)
      let found = Out<pyxis_key>()
      #expect(abi.pyxis_key_find(Text(terminated: name), found) == .ok)
      #expect(found.value == key)
      let again = Out<pyxis_key>()
      #expect(abi.pyxis_key_define_int64(Text(terminated: name), 0, 0, again, nil) == .ok)
      #expect(again.value == key)
    },
    Scenario("a name is neither empty nor has a NUL") {
      for name in ["", "\0", "a\0b", "a\0"] {
        try refusesName(name, default: true)
        try refusesName(name, default: Int64(0))
        try refusesName(name, default: 0.0)
        try refusesName(name, default: "")
        try refusesName(name, default: [1 as UInt8])
        #expect(abi.pyxis_key_define_capability(name, 0, Out<pyxis_key>(), nil) == .invalidArgument)
      }
      let error = ErrorOut()
      let status = abi.pyxis_key_define_int64(NullText(length: 0), 0, 0, Out<pyxis_key>(), error)
      #expect(status == .invalidArgument)
    },
    Scenario("a name that no key has is not found, and does not become one") {
      let name = uniqueName()
      for _ in 1...2 { #expect(abi.pyxis_key_find(name, Out<pyxis_key>()) == .notFound) }
      #expect(abi.pyxis_key_find("", Out<pyxis_key>()) == .notFound)
      #expect(abi.pyxis_key_find("a\0b", Out<pyxis_key>()) == .notFound)
    },
    Scenario("a default with a NUL is kept whole, and NULL with length 0 is empty") {
      let key = try String.key(default: "a\0b")
      try #expect(String.effective(key).isSame(as: "a\0b"))
      let empty = Out<pyxis_key>()
      let name = uniqueName()
      #expect(
        abi.pyxis_key_define_string(name, NullText(length: 0), 0, empty, nil) == .ok)
      try #expect(String.effective(empty.value) == "")
    },
    Scenario("a default that is no UTF-8 defines nothing") {
      let name = uniqueName()
      for bytes in invalidUTF8 {
        let error = ErrorOut()
        let status = abi.pyxis_key_define_string(name, bytes, 0, Out<pyxis_key>(), error)
        #expect(status == .invalidUTF8)
        try #expect(error.message().isEmpty == false)
      }
      #expect(abi.pyxis_key_find(name, Out<pyxis_key>()) == .notFound)
    },
    Scenario("any non-zero default of a bool is true") {
      let name = uniqueName()
      let key = try Bool.key(name, default: true)
      for value in [2, -1, .max, .min] as [Int32] {
        let same = Out<pyxis_key>()
        #expect(abi.pyxis_key_define_bool(name, value, 0, same, nil) == .ok)
        #expect(same.value == key)
      }
    },
  ]
}

/// Defines a key twice, then with another default and with another flag, which conflict.
private func definedTwice<Value: SharedValue>(_ value: Value, _ other: Value) throws {
  let name = uniqueName()
  let key = try Value.key(name, default: value)
  #expect(key != 0)
  try #expect(Value.key(name, default: value) == key)
  try #expect(Value.effective(key).isSame(as: value))
  _ = try conflict(name, other)
  _ = try conflict(name, value, flags: PYXIS_KEY_SECRET)
  try #expect(Value.key(name, default: value) == key)
  try #expect(Value.effective(key).isSame(as: value))
}

private func conflict<Value: SharedValue>(
  _ name: String, _ value: Value, flags: UInt32 = 0
) throws -> ErrorOut {
  let error = ErrorOut()
  let status = Value.define(name, default: value, flags: flags, key: Out(), error: error)
  #expect(status == .keyConflict)
  try #expect(error.key() == name)
  return error
}

private func describes<Value: SharedValue>(_ value: Value, flags: UInt32) throws {
  let name = uniqueName("parity.described.é")
  let key = try Value.key(name, default: value, flags: flags)
  let (view, type, found) = (Out<pyxis_string>(), Out<pyxis_type>(), Out<UInt32>())
  #expect(abi.pyxis_key_name(key, view) == .ok)
  #expect(view.value.string?.isSame(as: name) == true)
  #expect(abi.pyxis_key_type(key, type) == .ok)
  #expect(type.value == Value.keyType)
  #expect(abi.pyxis_key_flags(key, found) == .ok)
  #expect(found.value == flags)
}

private func refusesName<Value: SharedValue>(_ name: String, default value: Value) throws {
  let error = ErrorOut()
  let status = Value.define(name, default: value, key: Out(), error: error)
  #expect(status == .invalidArgument)
  try #expect(error.message().isEmpty == false)
}

private enum ListedKey: PyxisConfigurationKey {
  static var name: String? { "parity.listed" }
  static let defaultValue: Set<Int> = []
}
