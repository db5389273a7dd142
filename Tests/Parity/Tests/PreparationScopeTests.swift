import CPyxis
import PyxisCore
import Testing

/// Scopes that preparation's callbacks open and close.
@Suite("Scopes of preparation's callbacks", .generousTimeLimit)
struct PreparationScopeTests {
  @Test(arguments: Scenario.preparationScopes)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let preparationScopes: [Scenario] = [
    .inChild("what configure leaves open is closed, and what was open before stays") {
      let (outer, inner) = (try openScope(withDepth: 1), try openScope(withDepth: 2))
      let left = Scopes()
      let preparation = Preparation(
        requesting: ["a": "b"], adapters: [.applying("a")],
        configure: { _ in
          expectNoError {
            // The frame of a scope that closes is there for the next one.
            #expect(inner.release() == .ok)
            try expectDepth(1)
            try left.open(withDepth: 3)
            try left.open(withDepth: 4)
          }
          return 0
        })
      _ = try preparation.succeed()
      try expectDepth(1)
      left.expectClosed(2)
      #expect(outer.release() == .ok)
      try expectDepth(Depth.defaultValue)
    },
    .inChild("configure may close all scopes, and what it leaves open is closed") {
      let outer = try openScope(withDepth: 1)
      let left = Scopes()
      let preparation = Preparation(
        requesting: ["a": "b"],
        configure: { _ in
          expectNoError {
            #expect(outer.release() == .ok)
            try left.open(withDepth: 3)
          }
          return 1
        })
      #expect(preparation.run() == .configureFailed)
      try expectDepth(Depth.defaultValue)
      left.expectClosed(1)
    },
    .inChild("R10: what one adapter leaves open is closed before the next one runs") {
      let left = Scopes()
      let adapters = ["a", "b", "c"].map { key in
        Preparation.Adapter(key) { _, value, result in
          expectNoError {
            try expectDepth(5)
            try left.open(withDepth: 6)
            try left.open(withDepth: 7)
            try expectDepth(7)
          }
          #expect(abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0) == .ok)
        }
      }
      let preparation = Preparation(
        requesting: ["a": "1", "b": "2", "c": "3"], adapters: adapters,
        configure: { staged in (try? Int64.set(staged, Depth.definedInC(), 5)) == .ok ? 0 : 1 })
      #expect(try preparation.succeed().count == 3)
      left.expectClosed(6)
      try expectDepth(5)
    },
    .inChild("R16: arguments are checked before the thread") {
      try onNewThread {
        let counter = DestroyCounter()
        let preparation = Preparation(
          requesting: ["a": "b"],
          adapters: ["a", "c", "a"].map { .applying($0, destroy: counter.function) })
        preparation.flags = 0
        let error = ErrorOut()
        #expect(preparation.run(error: error) == .invalidArgument)
        try #expect(error.key() == "a")
        #expect(counter.destroyed(adapters: 3) == [0, 1, 1, 1])
        preparation.adapters.removeLast()
        #expect(preparation.run(error: ErrorOut()) == .wrongThread)
      }
    },
  ]
}

private func openScope(withDepth depth: Int64) throws -> Handle {
  try Handle.openScope(configuration(withDepth: depth))
}

/// Scopes that callbacks leave open.
private final class Scopes: Sendable {
  private let handles = Locked<[Handle]>([])

  func open(withDepth depth: Int64) throws {
    let scope = try openScope(withDepth: depth)
    handles.withLock { $0.append(scope) }
  }

  func expectClosed(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    let handles = handles.withLock { $0 }
    #expect(handles.count == count, sourceLocation: sourceLocation)
    for handle in handles {
      #expect(handle.release() == .invalidHandle, sourceLocation: sourceLocation)
    }
  }
}

/// Runs a callback's work, which can throw nothing through the library.
private func expectNoError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  #expect(throws: Never.self, sourceLocation: sourceLocation) { try body() }
}
