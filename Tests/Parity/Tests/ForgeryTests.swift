import CPyxis
import Testing

/// Keys and handles that differ from valid ones in one bit: refused, or another one's.
@Suite("Forgeries", .generousTimeLimit)
struct ForgeryTests {
  @Test(arguments: Scenario.forgeries)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let forgeries: [Scenario] = [
    .inChild("a key with a flipped bit is no key, or another one") {
      let possible: Set<Status> = [.ok, .invalidKey, .typeMismatch, .bufferTooSmall]
      let configuration = try Handle.captured()
      for type in Fixtures.keyTypes {
        let valid = try Fixtures.key(type)
        for bit in 0..<32 {
          let key = valid ^ 1 << bit
          let statuses = [
            abi.pyxis_key_name(key, Out<pyxis_string>()), abi.pyxis_get_bool(key, Out<Int32>()),
            abi.pyxis_get_string(key, nil, 0, nil), abi.pyxis_explain(key, Out<Int32>(), nil, nil),
            abi.pyxis_get_capability(key, Out<UnsafeMutableRawPointer?>()),
            abi.pyxis_configuration_get_bytes(configuration, key, Out<pyxis_bytes>()),
            abi.pyxis_configuration_set_double(configuration, key, 1.0),
          ]
          #expect(possible.isSuperset(of: statuses), "\(type) \(bit): \(statuses)")
        }
      }
    },
    .inChild("a key says of itself what it was defined as, whatever its bits") {
      for type in Fixtures.keyTypes {
        let valid = try Fixtures.key(type)
        for bit in 0..<32 {
          let (name, key) = (Out<pyxis_string>(), Out<pyxis_key>())
          guard abi.pyxis_key_name(valid ^ 1 << bit, name) == .ok else { continue }
          let text = try #require(name.value.string)
          #expect(abi.pyxis_key_find(text, key) == .ok)
          #expect(key.value == valid ^ 1 << bit, "\(text)")
        }
      }
    },
    .inChild("a handle with a flipped bit is no handle, or another one") {
      let fixtures = Fixtures()
      let key = try Fixtures.key("int64")
      for kind in Handle.Kind.allCases {
        guard let valid = try fixtures.handle(kind) else { continue }
        for bit in 0..<UInt.bitWidth {
          let handle = HandleBits(bits: valid.bits ^ 1 << UInt(bit))
          let statuses = [
            abi.pyxis_configuration_get_int64(handle, key, Out<Int64>()),
            abi.pyxis_variants_count(handle, Out<Int>()),
            abi.pyxis_report_count(handle, Out<Int>()),
            abi.pyxis_error_message(handle, Out<pyxis_string>()),
          ]
          #expect(statuses.allSatisfy { $0 == .ok || $0 == .invalidHandle }, "\(kind) \(bit)")
          #expect(statuses.count { $0 == .ok } <= 1, "\(kind) \(bit)")
        }
      }
    },
    Scenario("released handles stay invalid, however often their places are used again") {
      var released: Set<UInt> = []
      for _ in 0..<2000 {
        let variants = try Handle.variants()
        #expect(released.insert(variants.bits).inserted)
        #expect(variants.release() == .ok)
      }
      for bits in released {
        #expect(abi.pyxis_variants_count(HandleBits(bits: bits), Out<Int>()) == .invalidHandle)
      }
    },
  ]
}
