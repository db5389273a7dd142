import CPyxis
import PyxisCore
import Testing

/// R4: capabilities are pointers with destructors, shared by both languages.
@Suite("Capabilities", .generousTimeLimit)
struct CapabilityTests {
  @Test(arguments: Scenario.capabilities)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let capabilities: [Scenario] = [
    Scenario("R5: a capability is one entry") {
      let (service, key) = (Service(), try capabilityKey("parity.capability"))
      try CapabilityEntry.register()
      #expect(pyxisConfiguration[CapabilityEntry.self].pointer == nil)
      try #expect(effective(key) == nil)
      let configuration = try Handle.captured()
      #expect(service.set(configuration, key) == .ok)
      try #expect(held(configuration, key) == service.pointer)
      try runScope(configuration) {
        #expect(pyxisConfiguration[CapabilityEntry.self].pointer == service.pointer)
        try #expect(effective(key) == service.pointer)
      }
      let swift = Service()
      try withPyxis {
        $0[CapabilityEntry.self] = swift.capability
      } operation: {
        try #expect(effective(key) == swift.pointer)
        let captured = try Handle.captured()
        #expect(swift.destroyCount == 0)
        try #expect(held(captured, key) == swift.pointer)
      }
      #expect(swift.destroyCount == 1)
      #expect(service.destroyCount == 0)
      #expect(configuration.release() == .ok)
      #expect(service.destroyCount == 1)
    },
    Scenario(
      "it is destroyed once: when it is replaced, taken out or released with the last holder"
    ) {
      let key = try capabilityKey()
      let configuration = try Handle.captured()
      let services = [Service(), Service(), Service()]
      #expect(services[0].set(configuration, key) == .ok)
      #expect(services[1].set(configuration, key) == .ok)
      #expect(services.map(\.destroyCount) == [1, 0, 0])
      #expect(abi.pyxis_configuration_unset(configuration, key) == .ok)
      #expect(services.map(\.destroyCount) == [1, 1, 0])
      #expect(services[2].set(configuration, key) == .ok)
      let copy = try Handle.copy(of: configuration)
      #expect(configuration.release() == .ok)
      #expect(services.map(\.destroyCount) == [1, 1, 0])
      #expect(copy.release() == .ok)
      #expect(services.map(\.destroyCount) == [1, 1, 1])
    },
    Scenario("scopes and snapshots keep it, and the last of them destroys it") {
      let (key, service) = (try capabilityKey(), Service())
      let configuration = try Handle.captured()
      #expect(service.set(configuration, key) == .ok)
      var snapshot: PyxisConfiguration?
      try runScope(configuration) {
        let scope = try Handle.openScope(configuration)
        #expect(configuration.release() == .ok)
        snapshot = pyxisConfiguration
        #expect(scope.release() == .ok)
        #expect(service.destroyCount == 0)
      }
      #expect(service.destroyCount == 0)
      #expect(snapshot != nil)
      snapshot = nil
      #expect(service.destroyCount == 1)
    },
    Scenario("the end of a thread lets go of what its open scopes held") {
      let key = try capabilityKey()
      let service = Service {
        #expect(throws: Never.self) {
          let scope = try Handle.openScope(.captured())
          #expect(scope.release() == .ok)
        }
      }
      try onNewThread {
        let configuration = try Handle.captured()
        #expect(service.set(configuration, key) == .ok)
        _ = try Handle.leftOpenScope(configuration)
      }
      #expect(service.destroyCount == 1)
    },
    Scenario("it is destroyed when setting it fails, before the call returns") {
      let (key, other) = (try capabilityKey(), try Int64.key(default: 0))
      let configuration = try Handle.captured()
      let released = try Handle.captured()
      released.release()
      let services = (0..<4).map { _ in Service() }
      #expect(services[0].set(nil, key) == .invalidHandle)
      #expect(services[1].set(released, key) == .invalidHandle)
      #expect(services[2].set(configuration, 0) == .invalidKey)
      #expect(services[3].set(configuration, other) == .typeMismatch)
      #expect(services.map(\.destroyCount) == [1, 1, 1, 1])
    },
    Scenario("NULL is a capability, and destroy is optional") {
      let key = try capabilityKey()
      let configuration = try Handle.captured()
      let counter = DestroyCounter()
      #expect(abi.pyxis_configuration_set_capability(configuration, key, nil, nil) == .ok)
      try #expect(held(configuration, key) == nil)
      let null = abi.pyxis_configuration_set_capability(configuration, key, nil, counter.function)
      #expect(null == .ok)
      #expect(counter.total == 0)
      #expect(configuration.release() == .ok)
      #expect(counter.total == 1)
    },
    Scenario("R11: destroy may call the library, also with the configuration that held it") {
      let key = try capabilityKey()
      let configuration = try Handle.captured()
      let replacement = Service()
      let service = Service {
        #expect(throws: Never.self) {
          try #expect(held(configuration, key) == replacement.pointer)
          #expect(try Int64.set(configuration, Depth.definedInC(), 3) == .ok)
          try runScope(configuration) { try expectDepth(3) }
          try onNewThread { _ = try Handle.copy(of: configuration) }
        }
      }
      #expect(service.set(configuration, key) == .ok)
      #expect(replacement.set(configuration, key) == .ok)
      #expect(service.destroyCount == 1)
    },
    Scenario("R11: destroy may open and close scopes while the end of one lets go of it") {
      let key = try capabilityKey()
      let configuration = try Handle.captured()
      let service = Service {
        #expect(throws: Never.self) {
          let scope = try Handle.openScope(.captured())
          #expect(scope.release() == .ok)
        }
      }
      #expect(service.set(configuration, key) == .ok)
      let scope = try Handle.openScope(configuration)
      #expect(configuration.release() == .ok)
      #expect(service.destroyCount == 0)
      #expect(scope.release() == .ok)
      #expect(service.destroyCount == 1)
    },
    Scenario("capabilities are equal by their address") {
      let (key, service, equal) = (try capabilityKey(), Service(), Out<Int32>())
      let (one, other) = (try Handle.captured(), try Handle.captured())
      for configuration in [one, other] {
        #expect(
          abi.pyxis_configuration_set_capability(configuration, key, service.pointer, nil) == .ok)
      }
      #expect(abi.pyxis_configuration_equal(one, other, equal) == .ok)
      #expect(equal.value == 1)
      #expect(abi.pyxis_configuration_set_capability(other, key, nil, nil) == .ok)
      #expect(abi.pyxis_configuration_equal(one, other, equal) == .ok)
      #expect(equal.value == 0)
    },
    .inChild("what preparation published is never destroyed") {
      let (key, service) = (try capabilityKey(), Service())
      let preparation = Preparation(requesting: ["a": "b"], adapters: [.applying("a")]) { staged in
        #expect(service.set(staged, key) == .ok)
        return 0
      }
      _ = try preparation.succeed()
      try #expect(effective(key) == service.pointer)
      try onNewThread { try #expect(effective(key) == service.pointer) }
      #expect(service.destroyCount == 0)
    },
    .inChild("R13: what a failed preparation staged is destroyed") {
      let (key, service) = (try capabilityKey(), Service())
      let preparation = Preparation(requesting: ["a": "b"]) { staged in
        #expect(service.set(staged, key) == .ok)
        return 1
      }
      #expect(preparation.run() == .configureFailed)
      #expect(service.destroyCount == 1)
    },
  ]
}

private enum CapabilityEntry: PyxisConfigurationKey {
  static var name: String? { "parity.capability" }
  static let defaultValue = PyxisCapability.none
}

private func capabilityKey(_ name: String = uniqueName()) throws -> pyxis_key {
  let key = Out<pyxis_key>()
  try #require(abi.pyxis_key_define_capability(name, 0, key, nil) == .ok)
  return key.value
}

private func effective(_ key: pyxis_key) throws -> UnsafeMutableRawPointer? {
  let out = Out<UnsafeMutableRawPointer?>()
  try #require(abi.pyxis_get_capability(key, out) == .ok)
  return out.value
}

private func held(_ configuration: Handle, _ key: pyxis_key) throws -> UnsafeMutableRawPointer? {
  let out = Out<UnsafeMutableRawPointer?>()
  try #require(abi.pyxis_configuration_get_capability(configuration, key, out) == .ok)
  return out.value
}

extension Handle {
  /// Opens a scope that nothing closes but the end of what surrounds it.
  static func leftOpenScope(_ configuration: Handle) throws -> Handle {
    let scope = try Handle.openScope(configuration)
    scope.noteRelease()
    return scope
  }
}
