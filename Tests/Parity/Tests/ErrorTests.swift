import CPyxis
import PyxisCore
import Testing

/// Statuses, error objects, buffers and versions.
@Suite("Errors, buffers and versions", .generousTimeLimit)
struct ErrorTests {
  @Test(arguments: Scenario.errors)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let errors: [Scenario] = [
    Scenario("every status has its constant's name, and a text of its own") {
      let header = try Header.read()
      var texts: Set<String> = []
      for name in header.statuses {
        let value = try Int32(#require(header.constants[name]))
        #expect(abi.pyxis_status_name.string(value) == name)
        texts.insert(try #require(abi.pyxis_status_text.string(value)))
      }
      #expect(texts.count == header.statuses.count)
      #expect(texts.allSatisfy { $0.first?.isUppercase == true && $0.last == "." })
    },
    Scenario("a number that is no status has a name and a text all the same") {
      for value in [5, 100, -21, -100, .max, .min] as [Int32] {
        #expect(abi.pyxis_status_name.string(value) == "PYXIS_UNKNOWN_STATUS")
        #expect(abi.pyxis_status_text.string(value)?.isEmpty == false)
      }
    },
    Scenario("the library has the header's version") {
      let constants = try Header.read().constants
      let parts = ["MAJOR", "MINOR", "PATCH"].map { constants["PYXIS_VERSION_\($0)"] ?? -1 }
      #expect(abi.pyxis_version.number() == constants["PYXIS_VERSION"].map(Int.init))
      #expect(
        abi.pyxis_version_string.string() == parts.map { "\($0)" }.joined(separator: "."))
    },
    Scenario("an error keeps what it says until it is released") {
      let error = try Handle.undecodable("{}")
      let (message, key, offset) = (Out<pyxis_string>(), Out<pyxis_string>(), Out<Int>())
      #expect(abi.pyxis_error_status(error) == .malformedPayload)
      #expect(abi.pyxis_error_message(error, message) == .ok)
      #expect(message.value.string?.isEmpty == false)
      #expect(message.value.data[message.value.length] == 0)
      #expect(abi.pyxis_error_offset(error, offset) == .ok)
      #expect(offset.value == 0)
      #expect(abi.pyxis_error_key(error, key) == .notFound)
      #expect(error.release() == .ok)
      #expect(abi.pyxis_error_message(error, message) == .invalidHandle)
      #expect(abi.pyxis_error_status(error) == .invalidHandle)
    },
    Scenario("an error that is not asked for is not made") {
      #expect(abi.pyxis_variants_decode("", Out<OpaquePointer?>(), nil) == .malformedPayload)
      #expect(abi.pyxis_report_decode("", Out<OpaquePointer?>(), nil) == .malformedReport)
      #expect(abi.pyxis_key_define_bool("", 0, 0, Out<pyxis_key>(), nil) == .invalidArgument)
    },
    Scenario("an error names the argument whose text is no UTF-8") {
      let error = ErrorOut()
      let status = abi.pyxis_key_define_string(
        uniqueName(), [0xFF] as [UInt8], 0, Out<pyxis_key>(), error)
      #expect(status == .invalidUTF8)
      try #expect(error.message().contains("default"))
      let other = ErrorOut()
      #expect(
        abi.pyxis_key_define_string([0xFF] as [UInt8], "", 0, Out<pyxis_key>(), other)
          == .invalidUTF8)
      try #expect(other.message().contains("name"))
    },
    Scenario("a buffer has its text, its size and a NUL until it is released") {
      let buffer = try Handle(.buffer) {
        abi.pyxis_variants_encode(try? Handle.variants(["a": "é"]), $0, nil)
      }
      let text = #"{"version":1,"requested":{"a":"é"}}"#
      try #expect(buffer.text() == text)
      #expect(abi.pyxis_buffer_size.number(buffer) == text.utf8.count)
      #expect(buffer.release() == .ok)
      #expect(abi.pyxis_buffer_size.number(buffer) == 0)
      #expect(abi.pyxis_buffer_data.string(buffer) == nil)
    },
    Scenario("buffers refuse handles that are none") {
      for bits in [0, .max, 0xDEAD_BEEF, try Handle.captured().bits] as [UInt] {
        #expect(abi.pyxis_buffer_size.number(HandleBits(bits: bits)) == 0)
        #expect(abi.pyxis_buffer_data.string(HandleBits(bits: bits)) == nil)
      }
    },
    Scenario("releasing NULL is fine") {
      for kind in Handle.Kind.allCases where kind != .scope {
        #expect(kind.release?(nil) ?? .ok == .ok)
      }
    },
  ]
}
