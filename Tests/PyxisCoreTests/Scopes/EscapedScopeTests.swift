import Dispatch
import PyxisCore
import Testing

private enum ColorKey: PyxisConfigurationKey {
  static var defaultValue: String { "none" }
}

private struct Failure: Error {}

@Suite("Scopes that work takes along", .generousTimeLimit)
struct EscapedScopeTests {
  @Test("R7, R20: a callback on another queue reads the scope it took along, and only inside it")
  func callbacks() async {
    let scope = withPyxis {
      $0[ColorKey.self] = "dark"
    } operation: {
      PyxisEscapedScope()
    }
    let seen = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let before = pyxisConfiguration[ColorKey.self]
        let inside = scope { pyxisConfiguration[ColorKey.self] }
        let byName = scope.yield { pyxisConfiguration[ColorKey.self] }
        continuation.resume(
          returning: [before, inside, byName, pyxisConfiguration[ColorKey.self]])
      }
    }
    #expect(seen == ["none", "dark", "dark", "none"])
  }

  @Test("R18: results and errors pass, and asynchronous work keeps the scope across suspension")
  func asynchronous() async throws {
    let scope = withPyxis {
      $0[ColorKey.self] = "dark"
    } operation: {
      PyxisEscapedScope(label: "escaped")
    }
    let seen = await Task.detached {
      await scope {
        await Task.yield()
        return (pyxisConfiguration[ColorKey.self], PyxisOrigin(of: ColorKey.self))
      }
    }.value
    #expect(seen.0 == "dark")
    #expect(seen.1 == .scope(depth: 1, label: nil))
    #expect(throws: Failure.self) { try scope { throw Failure() } }
    await #expect(throws: Failure.self) {
      try await scope {
        await Task.yield()
        throw Failure()
      }
    }
    #expect(pyxisConfiguration[ColorKey.self] == "none")
  }
}
