import CPyxis
import Testing

extension Scenario {
  /// What takes so many objects that only the coverage test runs it.
  static let limits: [Scenario] = [
    .inChild("there is a last key, and after it old ones still work") {
      var key: pyxis_key = 0
      let first = try Int64.key("parity.first", default: 7)
      var count = 0
      while pyxis_key_define_int64("parity.\(count)", -1, 0, 0, &key, nil) == PYXIS_OK {
        count += 1
        guard count < 1 << 21 else { break }
      }
      let out = Out<pyxis_key>()
      #expect(Bool.define(uniqueName(), default: true, key: out) == .limitReached)
      #expect(Int64.define(uniqueName(), default: 0, key: out) == .limitReached)
      #expect(Double.define(uniqueName(), default: 0, key: out) == .limitReached)
      #expect([UInt8].define(uniqueName(), default: [], key: out) == .limitReached)
      #expect(abi.pyxis_key_define_capability(uniqueName(), 0, out, nil) == .limitReached)
      let error = ErrorOut()
      #expect(String.define(uniqueName(), default: "", key: out, error: error) == .limitReached)
      try #expect(error.message().isEmpty == false)
      try #expect(Int64.key("parity.first", default: 7) == first)
      try #expect(Int64.effective(first) == 7)
    }
  ]
}
