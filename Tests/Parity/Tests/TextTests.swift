import CPyxis
import PyxisCore
import Testing

/// Texts as entries: any Unicode, byte by byte, and nothing else.
@Suite("Texts", .generousTimeLimit)
struct TextTests {
  @Test(arguments: Scenario.texts)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let texts: [Scenario] = [
    Scenario("a view has its length, and a NUL after it") {
      let key = try String.key(default: "default")
      let configuration = try Handle.captured()
      for sample in String.samples {
        #expect(String.set(configuration, key, sample) == .ok)
        let view = Out<pyxis_string>()
        #expect(abi.pyxis_configuration_get_string(configuration, key, view) == .ok)
        #expect(view.value.length == sample.utf8.count)
        #expect(view.value.bytes == Array(sample.utf8))
        #expect(view.value.data[view.value.length] == 0)
      }
    },
    Scenario("a length of PYXIS_ZERO_TERMINATED ends a value at its NUL") {
      let key = try String.key(default: "default")
      let configuration = try Handle.captured()
      let text = Text(terminated: "one\0two")
      #expect(abi.pyxis_configuration_set_string(configuration, key, text) == .ok)
      try #expect(String.get(configuration, key) == "one")
    },
    Scenario("NULL with length 0 is the empty string, which is not absent") {
      let key = try String.key(default: "default")
      let configuration = try Handle.captured()
      let null = NullText(length: 0)
      #expect(abi.pyxis_configuration_set_string(configuration, key, null) == .ok)
      let view = Out<pyxis_string>()
      #expect(abi.pyxis_configuration_get_string(configuration, key, view) == .ok)
      #expect(view.value.length == 0)
      #expect(view.value.data != nil)
    },
    Scenario("a value that is no UTF-8 leaves the entry as it was") {
      let key = try String.key(default: "default")
      let configuration = try Handle.captured()
      #expect(String.set(configuration, key, "before") == .ok)
      for bytes in invalidUTF8 {
        #expect(
          abi.pyxis_configuration_set_string(configuration, key, bytes) == .invalidUTF8)
        try #expect(String.get(configuration, key) == "before")
      }
    },
    Scenario("canonically equivalent values stay different") {
      let key = try StringEntry.definedInC()
      let configuration = try Handle.captured()
      for value in ["é", "e\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}"] {
        #expect(String.set(configuration, key, value) == .ok)
        try runScope(configuration) {
          #expect(pyxisConfiguration[StringEntry.self].isSame(as: value))
          try #expect(String.effective(key).isSame(as: value))
        }
      }
    },
    Scenario("a view lives until its entry is set or its handle released, whatever others do") {
      let (key, other) = (try String.key(default: "default"), try String.key(default: ""))
      let configuration = try Handle.captured()
      #expect(String.set(configuration, key, "kept") == .ok)
      let view = Out<pyxis_string>()
      #expect(abi.pyxis_configuration_get_string(configuration, key, view) == .ok)
      let copy = try Handle.copy(of: configuration)
      #expect(String.set(copy, key, "changed") == .ok)
      #expect(copy.release() == .ok)
      for value in String.samples { #expect(String.set(configuration, other, value) == .ok) }
      #expect(view.value.string == "kept")
    },
    Scenario("a view of a default lives, also in an empty configuration") {
      let key = try String.key(default: "default")
      let configuration = try Handle.emptyConfiguration()
      let view = Out<pyxis_string>()
      #expect(abi.pyxis_configuration_get_string(configuration, key, view) == .ok)
      #expect(view.value.string == "default")
    },
    Scenario("copying a value takes a buffer of its length and a NUL") {
      let key = try String.key(default: "abc")
      for capacity in 0...3 {
        let (buffer, length) = (TextBuffer(capacity: 8), Out<Int>())
        #expect(abi.pyxis_get_string(key, buffer, capacity, length) == .bufferTooSmall)
        #expect(length.value == 3)
        #expect(buffer.isUntouched)
      }
      let (buffer, length) = (TextBuffer(capacity: 8), Out<Int>())
      #expect(abi.pyxis_get_string(key, buffer, 4, length) == .ok)
      #expect(length.value == 3)
      #expect(Array(buffer.bytes) == Array("abc".utf8) + [0, 0xA5, 0xA5, 0xA5, 0xA5])
      #expect(abi.pyxis_get_string(key, buffer, 8, nil) == .ok)
      #expect(abi.pyxis_get_string(key, buffer, UInt.max, nil) == .ok)
      #expect(abi.pyxis_get_string(key, buffer, 3, nil) == .bufferTooSmall)
    },
    Scenario("NULL with capacity 0 asks for the length, and with any other one is an error") {
      let key = try String.key(default: "abc")
      let length = Out<Int>()
      #expect(abi.pyxis_get_string(key, nil, 0, length) == .bufferTooSmall)
      #expect(length.value == 3)
      #expect(abi.pyxis_get_string(key, nil, 0, nil) == .bufferTooSmall)
      #expect(abi.pyxis_get_string(key, nil, 1, Out<Int>()) == .invalidArgument)
      #expect(abi.pyxis_get_string(key, nil, zeroTerminated, Out<Int>()) == .invalidArgument)
      let empty = try String.key(default: "")
      #expect(abi.pyxis_get_string(empty, nil, 0, length) == .bufferTooSmall)
      #expect(length.value == 0)
    },
    Scenario("copying bytes takes a buffer of their size, and no NUL") {
      let key = try [UInt8].key(default: [1, 0, 3])
      let (buffer, size) = (TextBuffer(capacity: 4), Out<Int>())
      for capacity in 0...2 {
        #expect(abi.pyxis_get_bytes(key, buffer, capacity, size) == .bufferTooSmall)
        #expect(size.value == 3)
      }
      #expect(abi.pyxis_get_bytes(key, nil, 0, size) == .bufferTooSmall)
      #expect(buffer.isUntouched)
      #expect(abi.pyxis_get_bytes(key, buffer, 3, size) == .ok)
      #expect(Array(buffer.bytes) == [1, 0, 3, 0xA5])
      #expect(abi.pyxis_get_bytes(key, nil, 3, size) == .invalidArgument)
      let empty = try [UInt8].key(default: [])
      #expect(abi.pyxis_get_bytes(empty, nil, 0, size) == .ok)
      #expect(size.value == 0)
    },
    Scenario("a failed copy leaves the buffer as it was") {
      let key = try Int64.key(default: 1)
      let buffer = TextBuffer(capacity: 8)
      #expect(abi.pyxis_get_string(key, buffer, 8, Out<Int>()) == .typeMismatch)
      #expect(abi.pyxis_get_string(0, buffer, 8, Out<Int>()) == .invalidKey)
      #expect(buffer.isUntouched)
    },
  ]
}
