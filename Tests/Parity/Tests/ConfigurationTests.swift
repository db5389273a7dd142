import CPyxis
import PyxisCore
import Testing

/// Configurations as values, in C and in Swift.
@Suite("Configurations", .generousTimeLimit)
struct ConfigurationTests {
  @Test(arguments: Scenario.configurations)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let configurations: [Scenario] = [
    Scenario("R1: an empty configuration reads as the defaults, whatever is in force") {
      let key = try Depth.definedInC()
      try withPyxis {
        $0[Depth.self] = 5
      } operation: {
        try #expect(Int64.get(Handle.emptyConfiguration(), key) == Depth.defaultValue)
        try runScope(.emptyConfiguration()) { try expectDepth(Depth.defaultValue) }
        try expectDepth(5)
      }
    },
    Scenario("R2: a copy and its original are independent") {
      let key = try Int64.key(default: 0)
      let original = try Handle.captured()
      #expect(Int64.set(original, key, 1) == .ok)
      let copy = try Handle.copy(of: original)
      try #expect(Int64.get(copy, key) == 1)
      #expect(Int64.set(copy, key, 2) == .ok)
      try #expect(Int64.get(original, key) == 1)
      #expect(Int64.set(original, key, 3) == .ok)
      try #expect(Int64.get(copy, key) == 2)
      #expect(original.release() == .ok)
      try #expect(Int64.get(copy, key) == 2)
      try #expect(Int64.effective(key) == 0)
    },
    Scenario("R2: many entries of one copy leave the other as it was") {
      let keys = try (0..<200).map { try Int64.key(default: Int64($0)) }
      let original = try Handle.captured()
      let copy = try Handle.copy(of: original)
      for key in keys { #expect(Int64.set(copy, key, -1) == .ok) }
      for (index, key) in keys.enumerated() {
        try #expect(Int64.get(original, key) == Int64(index))
        try #expect(Int64.get(copy, key) == -1)
      }
    },
    Scenario("R2: a scope keeps the configuration that it was opened with") {
      let configuration = try configuration(withDepth: 1)
      try runScope(configuration) {
        try #expect(Int64.set(configuration, Depth.definedInC(), 2) == .ok)
        try expectDepth(1)
        let scope = try Handle.openScope(configuration)
        try expectDepth(2)
        try #expect(Int64.set(configuration, Depth.definedInC(), 3) == .ok)
        #expect(configuration.release() == .ok)
        try expectDepth(2)
        #expect(scope.release() == .ok)
        try expectDepth(1)
      }
      try expectDepth(Depth.defaultValue)
    },
    Scenario("R7: a snapshot keeps its values after the scope is gone") {
      let key = try Depth.definedInC()
      let snapshot = try withPyxis {
        $0[Depth.self] = 8
      } operation: {
        try Handle.captured()
      }
      try #expect(Int64.get(snapshot, key) == 8)
      let copy = try Handle.copy(of: snapshot)
      #expect(snapshot.release() == .ok)
      try runScope(copy) { #expect(pyxisConfiguration[Depth.self] == 8) }
    },
    Scenario("setting fails without a change for another type") {
      let key = try Int64.key(default: 4)
      let configuration = try Handle.captured()
      #expect(Int64.set(configuration, key, 5) == .ok)
      #expect(Bool.set(configuration, key, true) == .typeMismatch)
      #expect(Double.set(configuration, key, 1) == .typeMismatch)
      #expect(String.set(configuration, key, "1") == .typeMismatch)
      try #expect(Int64.get(configuration, key) == 5)
    },
    Scenario("an entry that is taken out reads as the default again") {
      let (key, other) = (try Int64.key(default: 4), try String.key(default: "x"))
      let configuration = try Handle.captured()
      #expect(abi.pyxis_configuration_unset(configuration, key) == .notFound)
      #expect(Int64.set(configuration, key, 5) == .ok)
      #expect(String.set(configuration, other, "y") == .ok)
      let copy = try Handle.copy(of: configuration)
      #expect(abi.pyxis_configuration_unset(configuration, key) == .ok)
      try #expect(Int64.get(configuration, key) == 4)
      try #expect(String.get(configuration, other) == "y")
      try #expect(Int64.get(copy, key) == 5)
      #expect(abi.pyxis_configuration_unset(configuration, key) == .notFound)
    },
    Scenario("configurations are equal by their content, as in Swift") {
      let (key, number) = (try Int64.key(default: 4), try Double.key(default: 0))
      let (one, other) = (try Handle.captured(), try Handle.captured())
      try #expect(areEqual(one, other))
      #expect(Int64.set(one, key, 4) == .ok)
      try #expect(!areEqual(one, other))
      #expect(Int64.set(other, key, 4) == .ok)
      try #expect(areEqual(one, other))
      #expect(Double.set(one, number, .nan) == .ok)
      #expect(Double.set(other, number, .nan) == .ok)
      try #expect(areEqual(one, other))
      #expect(Double.set(one, number, 0.0) == .ok)
      #expect(Double.set(other, number, -0.0) == .ok)
      try #expect(!areEqual(one, other))
      try #expect(areEqual(one, .copy(of: one)))
      try #expect(areEqual(one, one))
      try #expect(areEqual(.emptyConfiguration(), .emptyConfiguration()))
    },
    Scenario("any non-zero value of a bool is true, and reads as 1") {
      let key = try Bool.key(default: false)
      let configuration = try Handle.captured()
      for value in [2, -1, .max, .min, 256, 1 << 16] as [Int32] {
        #expect(abi.pyxis_configuration_set_bool(configuration, key, value) == .ok)
        let (held, effective) = (Out<Int32>(), Out<Int32>())
        #expect(abi.pyxis_configuration_get_bool(configuration, key, held) == .ok)
        #expect(held.value == 1)
        try runScope(configuration) {
          #expect(abi.pyxis_get_bool(key, effective) == .ok)
        }
        #expect(effective.value == 1)
        #expect(Bool.set(configuration, key, false) == .ok)
        try #expect(Bool.get(configuration, key) == false)
      }
    },
    Scenario("R3: before preparation nothing was requested and there is no report") {
      let configuration = try Handle.captured()
      #expect(pyxisConfiguration.requested.isEmpty)
      #expect(pyxisConfiguration.report == nil)
      let requested = try Handle(.variants) {
        abi.pyxis_configuration_requested(configuration, $0)
      }
      let count = Out<Int>()
      #expect(abi.pyxis_variants_count(requested, count) == .ok)
      #expect(count.value == 0)
      #expect(
        abi.pyxis_configuration_report(configuration, Out<OpaquePointer?>()) == .notFound)
    },
    Scenario("R3: changing the requested variants' handle changes no configuration") {
      let configuration = try Handle.captured()
      let requested = try Handle(.variants) {
        abi.pyxis_configuration_requested(configuration, $0)
      }
      #expect(abi.pyxis_variants_set(requested, "a", "b") == .ok)
      let again = try Handle(.variants) { abi.pyxis_configuration_requested(configuration, $0) }
      let count = Out<Int>()
      #expect(abi.pyxis_variants_count(again, count) == .ok)
      #expect(count.value == 0)
    },
    Scenario("releasing NULL is fine, and releasing twice is an error") {
      #expect(abi.pyxis_configuration_release(nil) == .ok)
      let configuration = try Handle.captured()
      #expect(abi.pyxis_configuration_release(configuration) == .ok)
      #expect(abi.pyxis_configuration_release(configuration) == .invalidHandle)
      configuration.noteRelease()
      // Its place serves other handles from now on: the old value stays invalid all the same.
      let others = try (0..<40).map { _ in try Handle.captured() }
      #expect(!others.contains { $0.bits == configuration.bits })
      #expect(abi.pyxis_configuration_release(configuration) == .invalidHandle)
    },
  ]
}

/// Whether C takes two configurations for equal, which Swift has to agree with.
private func areEqual(
  _ one: Handle, _ other: Handle, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Bool {
  let equal = Out<Int32>()
  try #require(abi.pyxis_configuration_equal(one, other, equal) == .ok)
  let swift = try [one, other].map { handle in
    var configuration = PyxisConfiguration()
    try runScope(handle) { configuration = pyxisConfiguration }
    return configuration
  }
  #expect((equal.value == 1) == (swift[0] == swift[1]), sourceLocation: sourceLocation)
  return equal.value == 1
}
