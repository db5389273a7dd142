import CPyxis
import PyxisCore
import Testing

/// Variants: setting, finding, decoding and encoding, compared with Swift's.
@Suite("Variants", .generousTimeLimit)
struct VariantTests {
  @Test(arguments: Scenario.variants)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let variants: [Scenario] = [
    Scenario("every launch payload, and its neighbours, is decoded as Swift decodes it") {
      for example in try SharedCase.all(in: "payloads.json") {
        let status = try decodesLikeSwift(example.bytes, example.name)
        #expect(status == expected[example.expect], "\(example.name)")
        for bytes in example.neighbours { try decodesLikeSwift(bytes, example.name) }
      }
    },
    Scenario("variants keep the order of setting, and a key its place") {
      let variants = try Handle.variants(["b": "1", "a": "2", "c": "3", "b": "4"])
      try #expect(
        variants.variants() == [
          PyxisVariant(key: "b", value: "4"), PyxisVariant(key: "a", value: "2"),
          PyxisVariant(key: "c", value: "3"),
        ])
    },
    Scenario("any text is a value, byte by byte") {
      let variants = try Handle.variants()
      for (index, value) in String.samples.enumerated() {
        #expect(abi.pyxis_variants_set(variants, "key.\(index)", value) == .ok)
        let view = Out<pyxis_string>()
        #expect(abi.pyxis_variants_find(variants, "key.\(index)", view) == .ok)
        #expect(view.value.string?.isSame(as: value) == true)
      }
      let payload = try Handle(.buffer) { abi.pyxis_variants_encode(variants, $0, nil) }.text()
      let decoded = try Handle(.variants) { abi.pyxis_variants_decode(payload, $0, nil) }
      try #expect(PyxisVariants(decoded.variants()) == PyxisVariants(variants.variants()))
    },
    Scenario("variants are encoded as Swift encodes them, keys in the order of their bytes") {
      let pairs: KeyValuePairs = ["z": "\u{1}\"\\/", "é": "🧭", "a": "", "Z": "a\0b", "a.b": "x"]
      let text = try Handle(.buffer) {
        abi.pyxis_variants_encode(try? Handle.variants(pairs), $0, nil)
      }.text()
      let swift = PyxisVariants(pairs.map { PyxisVariant(key: $0.key, value: $0.value) })
      try #expect(text == swift.encoded())
      let decoded = try Handle(.variants) { abi.pyxis_variants_decode(text, $0, nil) }
      try #expect(decoded.variants().map(\.key) == ["Z", "a", "a.b", "z", "é"])
    },
    Scenario("nothing is encoded as an empty request") {
      let text = try Handle(.buffer) { abi.pyxis_variants_encode(try? Handle.variants(), $0, nil) }
      try #expect(text.text() == PyxisVariants().encoded())
    },
    Scenario("a key is neither empty nor has a NUL, and a refused one changes nothing") {
      let variants = try Handle.variants(["a": "b"])
      for key in ["", "\0", "a\0"] {
        #expect(abi.pyxis_variants_set(variants, key, "x") == .invalidArgument)
      }
      #expect(abi.pyxis_variants_set(variants, NullText(length: 0), "x") == .invalidArgument)
      for bytes in invalidUTF8 {
        #expect(abi.pyxis_variants_set(variants, bytes, "x") == .invalidUTF8)
        #expect(abi.pyxis_variants_set(variants, "a", bytes) == .invalidUTF8)
      }
      try #expect(variants.variants() == [PyxisVariant(key: "a", value: "b")])
    },
    Scenario("canonically equivalent keys are two variants, which no payload can carry") {
      let variants = try Handle.variants(["é": "1", "e\u{301}": "2"])
      try #expect(variants.variants().count == 2)
      for (key, value) in ["é": "1", "e\u{301}": "2"] as KeyValuePairs {
        let view = Out<pyxis_string>()
        #expect(abi.pyxis_variants_find(variants, key, view) == .ok)
        #expect(view.value.string == value)
      }
      let error = ErrorOut()
      #expect(
        abi.pyxis_variants_encode(variants, Out<OpaquePointer?>(), error) == .malformedPayload)
      #expect(throws: PyxisBootstrapError.self) { try PyxisVariants(variants.variants()).encoded() }
      try #expect(error.offset() == nil)
    },
    Scenario("a key that is not there is not found") {
      let variants = try Handle.variants(["a": "b"])
      for key in ["b", "", "A", "a\0", "a."] {
        #expect(abi.pyxis_variants_find(variants, key, Out<pyxis_string>()) == .notFound)
      }
      for index in [1, 2, Int.max] {
        let (key, value) = (Out<pyxis_string>(), Out<pyxis_string>())
        #expect(abi.pyxis_variants_at(variants, index, key, value) == .notFound)
      }
      #expect(
        abi.pyxis_variants_at(variants, UInt.max, Out<pyxis_string>(), Out<pyxis_string>())
          == .notFound)
    },
    Scenario("the place of a variant may be asked for its key or its value alone") {
      let variants = try Handle.variants(["a": "b"])
      let (key, value) = (Out<pyxis_string>(), Out<pyxis_string>())
      #expect(abi.pyxis_variants_at(variants, 0, key, nil) == .ok)
      #expect(abi.pyxis_variants_at(variants, 0, nil, value) == .ok)
      #expect(abi.pyxis_variants_at(variants, 0, nil, nil) == .ok)
      #expect(key.value.string == "a")
      #expect(value.value.string == "b")
    },
    Scenario("thousands of variants are found") {
      let variants = try Handle.variants()
      for number in 0..<3000 {
        #expect(abi.pyxis_variants_set(variants, "key.\(number)", "\(number)") == .ok)
      }
      for number in stride(from: 0, to: 3000, by: 7) {
        let view = Out<pyxis_string>()
        #expect(abi.pyxis_variants_find(variants, "key.\(number)", view) == .ok)
        #expect(view.value.string == "\(number)")
      }
    },
  ]
}

private let expected: [String: Status] = [
  "ok": .ok, "unsupported": .unsupportedVersion, "malformed": .malformedPayload,
]

/// Compares what C and Swift make of a payload: variants, or status, offset and reason.
@discardableResult
private func decodesLikeSwift(_ bytes: [UInt8], _ name: String) throws -> Status {
  let (out, error) = (Out<OpaquePointer?>(), ErrorOut())
  let status = abi.pyxis_variants_decode(bytes, out, error)
  let text = String(decoding: bytes.prefix(200), as: UTF8.self)
  do {
    let swift = try PyxisVariants(decoding: bytes)
    let variants = try Handle(.variants) { handle in
      handle.pointer.pointee = out.value
      return status
    }
    try #expect(variants.variants() == Array(swift), "\(name): \(text)")
    let payload = try Handle(.buffer) { abi.pyxis_variants_encode(variants, $0, nil) }.text()
    try #expect(payload == swift.encoded(), "\(name)")
  } catch let fault as PyxisBootstrapError {
    #expect(status == fault.status, "\(name): \(text)")
    try #expect(error.offset() == fault.offset, "\(name): \(text)")
    let message = try error.message()
    if let reason = fault.reason { #expect(message.contains(reason), "\(name): \(message)") }
    try #expect(error.version() == fault.version, "\(name)")
    if let version = fault.version {
      #expect(message.contains("\(version)"), "\(name): \(message)")
    }
  }
  return status
}

extension PyxisBootstrapError {
  /// The version that is not known.
  fileprivate var version: Int64? {
    if case .unsupportedVersion(let version) = self { version } else { nil }
  }
}
