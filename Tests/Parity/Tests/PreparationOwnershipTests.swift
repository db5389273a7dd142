import CPyxis
import PyxisCore
import PyxisRuntime
import Testing

/// What preparation lends, takes and gives up.
@Suite("Preparation and ownership", .generousTimeLimit)
struct PreparationOwnershipTests {
  @Test(arguments: Scenario.preparationOwnership)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let preparationOwnership: [Scenario] = [
    .inChild("a borrowed configuration is not released, copies are, and it ends with its callback")
    {
      let lent = Lent()
      let preparation = Preparation(
        requesting: ["a": "b"],
        configure: { staged in
          lent.keep(staged)
          #expect(abi.pyxis_configuration_release(staged) == .notOwned)
          let copy = try? Handle(.configuration) { abi.pyxis_configuration_copy(staged, $0) }
          #expect(copy?.release() == .ok)
          #expect((try? Int64.set(staged, Depth.definedInC(), 4)) == .ok)
          #expect(abi.pyxis_configuration_release(staged) == .notOwned)
          return 0
        })
      _ = try preparation.succeed()
      try expectDepth(4)
      #expect(abi.pyxis_configuration_release(lent.handle) == .invalidHandle)
      try #expect(Int64.set(lent.handle, Depth.definedInC(), 5) == .invalidHandle)
      #expect(abi.pyxis_configuration_copy(lent.handle, Out<OpaquePointer?>()) == .invalidHandle)
      #expect(abi.pyxis_scope_open(lent.handle, Out<OpaquePointer?>()) == .invalidHandle)
      try expectDepth(4)
    },
    .inChild("a borrowed result ends with its callback, and is of no other type") {
      let lent = Lent()
      let preparation = Preparation(
        requesting: ["a": "b", "c": "d"],
        adapters: [
          Preparation.Adapter("a") { _, value, result in
            lent.keep(result)
            for kind in Handle.Kind.allCases {
              #expect(kind.release?(result) ?? .invalidHandle == .invalidHandle)
            }
            #expect(abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0) == .ok)
          },
          Preparation.Adapter("c") { _, value, result in
            #expect(result != lent.handle)
            let (applied, old) = (PYXIS_VARIANT_APPLIED, lent.handle)
            #expect(abi.pyxis_result_set(old, applied, "x", nil, 0) == .invalidHandle)
            #expect(abi.pyxis_result_set(result, applied, value, nil, 0) == .ok)
          },
        ])
      let report = try preparation.succeed()
      #expect(report["a"] == .applied("b"))
      #expect(report["c"] == .applied("d"))
      let status = abi.pyxis_result_set(lent.handle, PYXIS_VARIANT_APPLIED, "x", nil, 0)
      #expect(status == .invalidHandle)
    },
    .inChild("a result is its adapter's alone, and has the very bytes that were reported") {
      let preparation = Preparation(
        requesting: ["a": "\u{E9}", "c": "d", "e": "same", "f": "longer"],
        adapters: [
          Preparation.Adapter("a") { _, _, result in
            abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, "e\u{301}", nil, 0)
          },
          Preparation.Adapter("c") { _, _, _ in },
          Preparation.Adapter("e") { _, value, result in
            abi.pyxis_result_set(result, PYXIS_VARIANT_OBSERVED, value, nil, 0)
          },
          Preparation.Adapter("f") { _, _, result in
            abi.pyxis_result_set(result, PYXIS_VARIANT_OBSERVED, "long", nil, 0)
          },
        ])
      let report = try preparation.succeed()
      try #expect(Array(#require(report["a"]?.value).utf8) == Array("e\u{301}".utf8))
      #expect(report["c"]?.status == .unverified)
      #expect(report["c"]?.value == nil)
      #expect(report["e"] == .observed("same"))
      #expect(report["f"] == .observed("long"))
    },
    .inChild("a result may be set on another thread, until the adapter returns") {
      let preparation = Preparation(
        requesting: ["a": "b"],
        adapters: [
          Preparation.Adapter("a") { _, value, result in
            let bits = UInt(bitPattern: result)
            #expect(throws: Never.self) {
              try onNewThread {
                let status = abi.pyxis_result_set(
                  HandleBits(bits: bits), PYXIS_VARIANT_APPLIED, value, nil, 0)
                #expect(status == .ok)
              }
            }
          }
        ])
      try #expect(preparation.succeed()["a"] == .applied("b"))
    },
    .inChild("destroy is called once on every path, and after its callback") {
      func check(_ expected: Status, _ change: (Preparation) -> Void) {
        let counter = DestroyCounter()
        let preparation = Preparation(
          requesting: ["a": "b"],
          adapters: ["a", "c", "d"].map { .applying($0, destroy: counter.function) })
        preparation.configure = { _ in
          #expect(counter.total == 0)
          return 0
        }
        preparation.configureDestroy = counter.function
        change(preparation)
        #expect(preparation.run(error: ErrorOut()) == expected)
        #expect(counter.destroyed(adapters: 3) == [1, 1, 1, 1], "\(expected)")
      }
      check(.noPayload) { $0.environment = [] }
      check(.malformedPayload) { $0.environment = ["PYXIS_BOOTSTRAP="] }
      check(.unsupportedVersion) { $0.environment = [#"PYXIS_BOOTSTRAP={"version":2}"#] }
      check(.configureFailed) { $0.configure = { _ in 1 } }
      check(.invalidArgument) { $0.adapters[1].key = "a" }
      check(.invalidArgument) { $0.adapters[1].key = nil }
      check(.invalidArgument) { $0.adapters[1].key = "" }
      check(.invalidArgument) { $0.adapters[2].apply = nil }
      check(.invalidArgument) { $0.adapters[0].flags = 1 }
      check(.invalidArgument) { $0.flags = 2 }
      check(.invalidArgument) { $0.flags = 0x8000_0001 }
      check(.invalidReport) { preparation in
        let destroy = preparation.adapters[0].destroy
        preparation.adapters[0] = Preparation.Adapter("a", destroy: destroy) { _, _, result in
          abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, nil, 0, nil, 0)
        }
      }
      check(.ok) { _ in }
      check(.alreadyPrepared) { _ in }
    },
    .inChild("a key that two adapters have, or that is no UTF-8, is refused before anything runs") {
      let log = Log()
      let preparation = Preparation(
        requesting: ["a": "b"], adapters: [.applying("a"), .applying("x"), .applying("a")],
        configure: { _ in
          log.note("configure")
          return 0
        })
      let error = ErrorOut()
      #expect(preparation.run(report: Out<OpaquePointer?>(), error: error) == .invalidArgument)
      try #expect(error.key() == "a")
      preparation.adapters = [.applying("é"), .applying("e\u{301}")]
      for bytes in invalidUTF8 where !bytes.contains(0) {
        preparation.adapters[1].rawKey = bytes
        #expect(preparation.run(error: ErrorOut()) == .invalidUTF8)
      }
      #expect(log.all.isEmpty)
      preparation.adapters = [.applying("é"), .applying("e\u{301}")]
      #expect(preparation.run(error: ErrorOut()) == .ok)
    },
    .inChild("each callback gets its own user data") {
      let log = Log()
      let preparation = Preparation(requesting: ["a": "b", "c": "d"])
      preparation.adapters = ["c", "a"].map { key in
        var adapter = Preparation.Adapter.applying(key)
        adapter.apply = FFICallback(parameters: 4) { arguments in
          log.note("\(key) \(arguments[3] - Preparation.userData)")
        }
        return adapter
      }
      _ = try preparation.succeed()
      #expect(log.all == ["a 2", "c 1"])
    },
  ]
}

/// A handle that was lent to a callback, kept longer than it may be used.
private final class Lent: Sendable {
  private let bits = Locked<UInt>(0)

  var handle: OpaquePointer? { OpaquePointer(bitPattern: bits.withLock { $0 }) }

  func keep(_ handle: OpaquePointer?) {
    bits.withLock { $0 = UInt(bitPattern: handle) }
  }
}
