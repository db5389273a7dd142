import CPyxis
import PyxisCore
import Testing

/// Scopes on one thread: what they show, and in which order they close.
@Suite("Scopes", .generousTimeLimit)
struct ScopeTests {
  @Test(arguments: Scenario.scopes)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  /// Each runs in a task and on a thread outside of tasks.
  static let scopes: [Scenario] = inTaskAndOnThread([
    (
      "R17, R23: every reader sees an operation's scope, and what was before after it",
      {
        try runScope(configuration(withDepth: 1)) {
          try expectDepth(1)
          try runScope(configuration(withDepth: 2)) { try expectDepth(2) }
          try expectDepth(1)
        }
        try expectDepth(Depth.defaultValue)
      }
    ),
    (
      "R23: every reader sees an open scope, and what was before after it",
      {
        let outer = try Handle.openScope(configuration(withDepth: 1))
        try expectDepth(1)
        let inner = try Handle.openScope(configuration(withDepth: 2))
        try expectDepth(2)
        #expect(inner.release() == .ok)
        try expectDepth(1)
        #expect(outer.release() == .ok)
        try expectDepth(Depth.defaultValue)
      }
    ),
    (
      "R17: a scope replaces the one around it, and inherits what was captured from it",
      {
        let other = try Int64.key(default: 0)
        let outer = try configuration(withDepth: 1)
        #expect(Int64.set(outer, other, 9) == .ok)
        try runScope(outer) {
          try runScope(configuration(withDepth: 2)) { try #expect(Int64.effective(other) == 9) }
          try runScope(.emptyConfiguration()) { try #expect(Int64.effective(other) == 0) }
        }
      }
    ),
    (
      "a scope that is not the innermost does not close, and the right close still works",
      {
        let outer = try Handle.openScope(configuration(withDepth: 1))
        let inner = try Handle.openScope(configuration(withDepth: 2))
        #expect(outer.release() == .wrongOrder)
        try expectDepth(2)
        #expect(outer.release() == .wrongOrder)
        #expect(inner.release() == .ok)
        try expectDepth(1)
        #expect(outer.release() == .ok)
        try expectDepth(Depth.defaultValue)
      }
    ),
    (
      "a scope closes once",
      {
        let outer = try Handle.openScope(configuration(withDepth: 1))
        let inner = try Handle.openScope(configuration(withDepth: 2))
        #expect(inner.release() == .ok)
        #expect(abi.pyxis_scope_close(inner) == .invalidHandle)
        try expectDepth(1)
        #expect(abi.pyxis_scope_close(nil) == .invalidHandle)
        #expect(outer.release() == .ok)
        #expect(abi.pyxis_scope_close(outer) == .invalidHandle)
        try expectDepth(Depth.defaultValue)
      }
    ),
    (
      "a scope does not close inside another scope than it was opened in",
      {
        let scope = try Handle.openScope(configuration(withDepth: 1))
        try runScope(configuration(withDepth: 2)) {
          #expect(scope.release() == .wrongOrder)
          try expectDepth(2)
        }
        try withPyxis {
          $0[Depth.self] = 3
        } operation: {
          #expect(scope.release() == .wrongOrder)
          try expectDepth(3)
        }
        try expectDepth(1)
        #expect(scope.release() == .ok)
      }
    ),
    (
      "the end of an operation closes what it left open",
      {
        var left: [Handle] = []
        try runScope(configuration(withDepth: 1)) {
          left.append(try Handle.openScope(configuration(withDepth: 2)))
          left.append(try Handle.openScope(configuration(withDepth: 3)))
          try expectDepth(3)
        }
        try expectDepth(Depth.defaultValue)
        for scope in left { #expect(abi.pyxis_scope_close(scope) == .invalidHandle) }
      }
    ),
    (
      "the end of withPyxis closes what it left open, also when it throws",
      {
        var left: Handle?
        #expect(throws: Interruption.self) {
          try withPyxis {
            $0[Depth.self] = 1
          } operation: {
            left = try Handle.openScope(configuration(withDepth: 2))
            try expectDepth(2)
            throw Interruption()
          }
        }
        try expectDepth(Depth.defaultValue)
        #expect(abi.pyxis_scope_close(left) == .invalidHandle)
      }
    ),
    (
      "R18: a throwing update installs nothing inside an open scope",
      {
        let scope = try Handle.openScope(configuration(withDepth: 1))
        #expect(throws: Interruption.self) {
          try withPyxis {
            $0[Depth.self] = 2
            throw Interruption()
          } operation: {
            Issue.record("the operation ran")
          }
        }
        try expectDepth(1)
        #expect(scope.release() == .ok)
      }
    ),
    (
      "thousands of scopes leave nothing in force",
      {
        let configuration = try configuration(withDepth: 1)
        for _ in 0..<2000 { try #expect(Handle.openScope(configuration).release() == .ok) }
        let scopes = try (0..<200).map { _ in try Handle.openScope(configuration) }
        for scope in scopes.reversed() { #expect(scope.release() == .ok) }
        try expectDepth(Depth.defaultValue)
      }
    ),
  ])
}

/// An error that a test throws through the library.
struct Interruption: Error {}

/// Each body as two scenarios: one in the test's task, one on a new thread, where no task runs.
func inTaskAndOnThread(
  _ bodies: [(name: String, body: @Sendable () throws -> Void)]
) -> [Scenario] {
  bodies.flatMap { name, body in
    [
      Scenario("\(name) (in a task)") { try body() },
      Scenario("\(name) (on a thread)") { try onNewThread(body) },
    ]
  }
}
