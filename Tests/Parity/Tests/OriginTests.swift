import CPyxis
import PyxisCore
import Testing

/// Where values come from, and descriptions, compared with Swift's.
@Suite("Origins", .generousTimeLimit)
struct OriginTests {
  @Test(arguments: Scenario.origins)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let origins: [Scenario] =
    inTaskAndOnThread([
      (
        "outside of scopes a value is the key's default",
        { try expectOrigin(.keyDefault) }
      ),
      (
        "a scope has its depth and no label, or the label that it was opened with",
        {
          let configuration = try configuration(withDepth: 1)
          try runScope(configuration) { try expectOrigin(.scope(depth: 1, label: nil)) }
          try runScope(configuration, label: "étiquette") {
            try expectOrigin(.scope(depth: 1, label: "étiquette"))
          }
          let plain = try Handle.openScope(configuration)
          try expectOrigin(.scope(depth: 1, label: nil))
          #expect(plain.release() == .ok)
          let labeled = try Handle(.scope) {
            abi.pyxis_scope_open_labeled(configuration, "open", $0)
          }
          try expectOrigin(.scope(depth: 1, label: "open"))
          #expect(labeled.release() == .ok)
          try expectOrigin(.keyDefault)
        }
      ),
      (
        "an entry of Swift's update comes from the scope that updated it, wherever it is read",
        {
          try withPyxis(label: "outer") {
            $0[Depth.self] = 1
          } operation: {
            let outer = PyxisOrigin.scope(depth: 1, label: "outer")
            try expectOrigin(outer)
            try withPyxis(label: "inner") {
              $0[Int64Entry.self] = 1
            } operation: {
              try expectOrigin(outer)
              #expect(PyxisOrigin(of: Int64Entry.self) == .scope(depth: 2, label: "inner"))
            }
            let captured = try Handle.captured()
            try onNewThread { try runScope(captured, label: "other") { try expectOrigin(outer) } }
          }
        }
      ),
      (
        "an entry of C's configuration comes from the scope that it was captured in",
        {
          let preview = PyxisOrigin.scope(depth: 1, label: "preview")
          try runScope(configuration(withDepth: 1), label: "preview") {
            let captured = try Handle.captured()
            try #expect(description(of: captured).contains(#""depth":1,"label":"preview""#))
            try onNewThread { try runScope(captured, label: "other") { try expectOrigin(preview) } }
            try runScope(captured, label: "inner") { try expectOrigin(preview) }
          }
        }
      ),
      (
        "an entry of C's configuration comes from the open scope that it was captured in",
        {
          let open = PyxisOrigin.scope(depth: 1, label: "open")
          let scope = try Handle(.scope) {
            abi.pyxis_scope_open_labeled(try? configuration(withDepth: 1), "open", $0)
          }
          let captured = try Handle.captured()
          #expect(scope.release() == .ok)
          try #expect(description(of: captured).contains(#""depth":1,"label":"open""#))
          try runScope(configuration(withDepth: 2)) {
            try runScope(captured, label: "other") { try expectOrigin(open) }
          }
        }
      ),
      (
        "a captured configuration that is changed comes from the scope that shows it",
        {
          // The scope's end leaves the capture as the storage's only owner; a copy shares it.
          for isShared in [false, true] {
            var captured: Handle?
            try runScope(configuration(withDepth: 1), label: "preview") {
              captured = try Handle.captured()
            }
            let configuration = try #require(captured)
            let copy = isShared ? try Handle.copy(of: configuration) : nil
            try #expect(Int64.set(configuration, Int64Entry.definedInC(), 2) == .ok)
            try #expect(!description(of: configuration).contains(#""source":"scope""#))
            try runScope(configuration, label: "other") {
              let other = PyxisOrigin.scope(depth: 1, label: "other")
              try expectOrigin(other)
              #expect(PyxisOrigin(of: Int64Entry.self) == other)
            }
            if let copy { try #expect(description(of: copy).contains(#""label":"preview""#)) }
          }
        }
      ),
      (
        "scopes of both languages count together",
        {
          try withPyxis(label: "swift") { _ in
          } operation: {
            try runScope(.captured(), label: "run") {
              let scope = try Handle(.scope) {
                abi.pyxis_scope_open_labeled(try? configuration(withDepth: 3), "open", $0)
              }
              try expectOrigin(.scope(depth: 3, label: "open"))
              #expect(scope.release() == .ok)
              try expectOrigin(.keyDefault)
            }
          }
        }
      ),
    ]) + [
      Scenario("each part of an explanation but the origin is optional") {
        let (key, origin) = (try Depth.definedInC(), Out<pyxis_origin>())
        #expect(abi.pyxis_explain(key, origin, nil, nil) == .ok)
        #expect(origin.value == PYXIS_ORIGIN_KEY_DEFAULT)
        #expect(abi.pyxis_explain(key, nil, nil, nil) == .invalidArgument)
      },
      Scenario("a label with a NUL is kept whole, one that is no UTF-8 opens nothing") {
        let configuration = try configuration(withDepth: 1)
        try runScope(configuration, label: "a\0b") {
          try expectOrigin(.scope(depth: 1, label: "a\0b"))
        }
        for bytes in invalidUTF8 {
          let operation = FFICallback(parameters: 1) { _ in Issue.record("the operation ran") }
          #expect(
            abi.pyxis_scope_run_labeled(configuration, bytes, operation, nil) == .invalidUTF8)
          let scope = Out<OpaquePointer?>()
          #expect(abi.pyxis_scope_open_labeled(configuration, bytes, scope) == .invalidUTF8)
        }
        try expectDepth(Depth.defaultValue)
      },
      Scenario("a configuration is described as Swift describes it, without secrets") {
        let secret = try String.key("parity.hidden", default: "h1dden", flags: PYXIS_KEY_SECRET)
        let configuration = try Handle.captured()
        #expect(String.set(configuration, secret, "s3cret") == .ok)
        for sample in String.samples {
          #expect(try String.set(configuration, StringEntry.definedInC(), sample) == .ok)
          try runScope(configuration) {
            // Other tests define keys meanwhile, which both descriptions list.
            let text = try description(of: .captured())
            for part in [#""name":"parity.hidden","type":"string","redacted":true"#] {
              #expect(text.contains(part))
            }
            #expect(!text.contains("s3cret"))
            #expect(!text.contains("h1dden"))
          }
        }
      },
      .inChild("the description of a configuration is Swift's, byte by byte") {
        let key = try Int64.key("retries", default: 3)
        _ = try Bool.key("flag", default: true)
        _ = try [UInt8].key("data", default: [0, 0xAB])
        _ = try Double.key("é", default: .infinity)
        let configuration = try Handle.captured()
        #expect(Int64.set(configuration, key, 5) == .ok)
        try #expect(
          description(of: configuration)
            == #"{"entries":[{"name":"data","type":"bytes","value":"00ab","#
            + #""origin":{"source":"default"}},"#
            + #"{"name":"flag","type":"bool","value":true,"origin":{"source":"default"}},"#
            + #"{"name":"retries","type":"int64","value":5,"#
            + #""origin":{"source":"configuration"}},"#
            + #"{"name":"é","type":"double","value":"inf","origin":{"source":"default"}}],"#
            + #""requested":{}}"#)
        try withPyxis(label: "preview") {
          $0[Depth.self] = 1
        } operation: {
          let text = try description(of: .captured())
          #expect(text == pyxisConfiguration.describe())
          #expect(
            text.contains(
              #"{"name":"parity.depth","type":"int64","value":1,"#
                + #""origin":{"source":"scope","depth":1,"label":"preview"}}"#))
        }
      },
      .inChild("what preparation published comes from the process, also in a scope") {
        let preparation = Preparation(requesting: ["a": "b"], adapters: [.applying("a")]) {
          staged in
          (try? Int64.set(staged, Depth.definedInC(), 5)) == .ok ? 0 : 1
        }
        _ = try preparation.succeed()
        try expectOrigin(.processDefault)
        try runScope(.captured(), label: "scope") { try expectOrigin(.processDefault) }
        try runScope(configuration(withDepth: 6), label: "scope") {
          try expectOrigin(.scope(depth: 1, label: "scope"))
        }
        let text = try description(of: .captured())
        #expect(text == pyxisConfiguration.describe())
        #expect(text.contains(#""requested":{"a":"b"},"report":{"variants":{"a":"#))
      },
      .inChild("a secret variant is reported redacted") {
        _ = try String.key("token", default: "", flags: PYXIS_KEY_SECRET)
        let preparation = Preparation(
          requesting: ["token": "s3cret"],
          adapters: [
            Preparation.Adapter("token") { _, value, result in
              abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, "it was \(value)")
            }
          ])
        let report = try preparation.succeed()
        #expect(report == pyxisConfiguration.report)
        #expect(!"\(report)".contains("s3cret"))
        try #expect(!description(of: .captured()).contains("s3cret"))
        #expect(pyxisConfiguration.requested["token"] == "s3cret")
      },
    ]
}

/// Expects C and Swift to explain `Depth` alike.
private func expectOrigin(
  _ expected: PyxisOrigin, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (origin, depth, label) = (Out<pyxis_origin>(), Out<UInt32>(), Out<OpaquePointer?>())
  try #require(abi.pyxis_explain(Depth.definedInC(), origin, depth, label) == .ok)
  let text = try label.value.map { try Handle(.buffer, owning: $0).text() }
  let seen: PyxisOrigin? =
    switch origin.value {
    case PYXIS_ORIGIN_KEY_DEFAULT where depth.value == 0 && text == nil: .keyDefault
    case PYXIS_ORIGIN_PROCESS_DEFAULT where depth.value == 0 && text == nil: .processDefault
    case PYXIS_ORIGIN_SCOPE: .scope(depth: Int(depth.value), label: text)
    default: nil
    }
  #expect(seen == expected, sourceLocation: sourceLocation)
  #expect(PyxisOrigin(of: Depth.self) == expected, sourceLocation: sourceLocation)
}

private func description(of configuration: Handle) throws -> String {
  try Handle(.buffer) { abi.pyxis_configuration_describe(configuration, $0) }.text()
}
