import CPyxis
import PyxisCore
import Testing

/// Scopes and several threads.
@Suite("Scopes and threads", .generousTimeLimit)
struct ScopeThreadTests {
  @Test(arguments: Scenario.scopeThreads)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let scopeThreads: [Scenario] = inTaskAndOnThread([
    (
      "R20: a new thread sees no scope of the one that started it",
      {
        try runScope(configuration(withDepth: 1)) {
          try onNewThread { try expectDepth(Depth.defaultValue) }
        }
        let scope = try Handle.openScope(configuration(withDepth: 2))
        try onNewThread { try expectDepth(Depth.defaultValue) }
        #expect(scope.release() == .ok)
        try withPyxis {
          $0[Depth.self] = 3
        } operation: {
          try onNewThread { try expectDepth(Depth.defaultValue) }
        }
      }
    ),
    (
      "a thread enters a captured scope by running it",
      {
        let captured = try withPyxis {
          $0[Depth.self] = 4
        } operation: {
          try Handle.captured()
        }
        try onNewThread {
          try runScope(captured) { try expectDepth(4) }
          try expectDepth(Depth.defaultValue)
        }
      }
    ),
    (
      "a scope does not close on another thread, and the right close still works",
      {
        let scope = try Handle.openScope(configuration(withDepth: 1))
        try onNewThread {
          #expect(scope.release() == .wrongThread)
          let own = try Handle.openScope(configuration(withDepth: 2))
          #expect(scope.release() == .wrongThread)
          try expectDepth(2)
          #expect(own.release() == .ok)
        }
        try expectDepth(1)
        #expect(scope.release() == .ok)
        try #expect(onNewThread { abi.pyxis_scope_close(scope) } == .invalidHandle)
        try expectDepth(Depth.defaultValue)
      }
    ),
    (
      "the end of a thread closes what it left open",
      {
        let left = try onNewThread {
          [
            try Handle.openScope(configuration(withDepth: 1)),
            try Handle.openScope(configuration(withDepth: 2)),
          ]
        }
        for scope in left { #expect(abi.pyxis_scope_close(scope) == .invalidHandle) }
      }
    ),
    (
      "a callback may wait for another thread that reads and opens scopes",
      {
        try runScope(configuration(withDepth: 1)) {
          let other = try configuration(withDepth: 2)
          try onNewThread {
            try expectDepth(Depth.defaultValue)
            try runScope(other) { try expectDepth(2) }
          }
          try expectDepth(1)
        }
      }
    ),
    (
      "R21: scopes of several threads never see each other",
      {
        let threads = try (0..<8).map { number in
          try TestThread {
            for round in 0..<40 {
              let depth = Int64(number * 1000 + round)
              try runScope(configuration(withDepth: depth)) { try expectDepth(depth) }
              let scope = try Handle.openScope(configuration(withDepth: -depth))
              try expectDepth(-depth)
              #expect(scope.release() == .ok)
            }
          }
        }
        for thread in threads { try thread.join() }
        try expectDepth(Depth.defaultValue)
      }
    ),
    (
      "one configuration is used and released by several threads",
      {
        let shared = try configuration(withDepth: 7)
        let key = try Depth.definedInC()
        let threads = try (0..<4).map { number in
          try TestThread {
            for _ in 0..<200 {
              let out = Out<Int64>()
              let status = abi.pyxis_configuration_get_int64(shared, key, out)
              #expect(status == .ok && out.value == 7 || status == .invalidHandle)
              if number == 3 { shared.release() }
            }
          }
        }
        for thread in threads { try thread.join() }
        #expect(abi.pyxis_configuration_release(shared) == .invalidHandle)
      }
    ),
  ])
}
