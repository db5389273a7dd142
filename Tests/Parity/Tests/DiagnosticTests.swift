import CPyxis
import PyxisCore
import Testing

/// Where diagnostics go: each in a process of its own, which has one handler.
@Suite("Diagnostics", .generousTimeLimit)
struct DiagnosticTests {
  @Test(arguments: Scenario.diagnostics)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let diagnostics: [Scenario] = [
    .inChild("R5: a Swift key that collides at its first use is told once, and reads on its own") {
      let handler = Handler()
      #expect(handler.install() == .ok)
      let key = try Int64.key("parity.collision", default: 1)
      for _ in 1...3 { #expect(pyxisConfiguration[Collision.self] == "swift") }
      #expect(handler.messages.count == 1)
      #expect(handler.messages.first?.contains("parity.collision") == true)
      try withPyxis {
        $0[Collision.self] = "changed"
      } operation: {
        #expect(pyxisConfiguration[Collision.self] == "changed")
        try #expect(Int64.effective(key) == 1)
      }
      #expect(throws: PyxisKeyError.self) { try Collision.register() }
      #expect(handler.messages.count == 1)
    },
    .inChild("a handler is destroyed once, when it is replaced, by whichever language") {
      let (first, second) = (Handler(), Handler())
      #expect(first.install() == .ok)
      #expect(first.destroyCount == 0)
      #expect(second.install() == .ok)
      #expect(first.destroyCount == 1)
      _ = try Int64.key("parity.collision", default: 1)
      #expect(pyxisConfiguration[Collision.self] == "swift")
      #expect(first.messages.isEmpty)
      #expect(second.messages.count == 1)
      PyxisDiagnostics.setHandler { _ in }
      #expect(second.destroyCount == 1)
      #expect(abi.pyxis_diagnostic_set_handler(nil, nil, nil) == .ok)
      #expect(first.destroyCount == 1)
      #expect(second.destroyCount == 1)
    },
    .inChild("no handler restores the default, and its user data is destroyed as well") {
      let handler = Handler()
      #expect(handler.install() == .ok)
      let counter = DestroyCounter()
      #expect(abi.pyxis_diagnostic_set_handler(nil, nil, counter.function) == .ok)
      #expect(handler.destroyCount == 1)
      #expect(abi.pyxis_diagnostic_set_handler(nil, nil, nil) == .ok)
      #expect(counter.total == 1)
    },
    .inChild("a handler may call the library, also to replace itself") {
      let handler = Handler { handler in
        #expect(throws: Never.self) {
          try expectDepth(Depth.defaultValue)
          try onNewThread { _ = try Int64.key(default: 2) }
        }
        #expect(abi.pyxis_diagnostic_set_handler(nil, nil, nil) == .ok)
        // It still runs, so its user data is still there.
        #expect(handler.destroyCount == 0)
      }
      #expect(handler.install() == .ok)
      _ = try Int64.key("parity.collision", default: 1)
      #expect(pyxisConfiguration[Collision.self] == "swift")
      #expect(handler.messages.count == 1)
      #expect(handler.destroyCount == 1)
    },
    .inChild("Swift's diagnostics reach a C handler byte by byte, on any thread") {
      let handler = Handler()
      #expect(handler.install() == .ok)
      try onNewThread {
        _ = try Int64.key("parity.collision", default: 1)
        #expect(pyxisConfiguration[Collision.self] == "swift")
      }
      #expect(handler.messages.count == 1)
    },
  ]
}

/// A diagnostic handler in C, with the messages that it got.
final class Handler: Sendable {
  private let state = Locked<(messages: [String], destroyCount: Int)>(([], 0))
  private let body: @Sendable (Handler) -> Void
  private static let userData: UInt = 0x7000_1000

  init(_ body: @escaping @Sendable (Handler) -> Void = { _ in }) {
    self.body = body
  }

  var messages: [String] { state.withLock { $0.messages } }
  var destroyCount: Int { state.withLock { $0.destroyCount } }

  /// Installs the handler, for as long as the process lives.
  func install() -> Status {
    let handler = FFICallback(parameters: 2) { arguments in
      #expect(arguments[1] == Self.userData)
      let message = pyxis_string.string(at: arguments[0])
      self.state.withLock { $0.messages.append(message ?? "no text") }
      self.body(self)
    }
    let destroy = FFICallback(parameters: 1) { arguments in
      #expect(arguments == [Self.userData])
      self.state.withLock { $0.destroyCount += 1 }
    }
    handler.keepForever()
    destroy.keepForever()
    return abi.pyxis_diagnostic_set_handler(
      handler, UnsafeMutableRawPointer(bitPattern: Self.userData), destroy)
  }
}

private enum Collision: PyxisConfigurationKey {
  static var name: String? { "parity.collision" }
  static let defaultValue = "swift"
}
