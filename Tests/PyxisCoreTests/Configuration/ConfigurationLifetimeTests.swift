import PyxisCore
import Testing

@Suite("Lives of values")
struct ConfigurationLifetimeTests {
  @Test(
    "R2: a value goes when the last configuration that holds it lets go of it",
    arguments: ConfigurationCopyTests.counts)
  func lastHolder(count: Int) {
    let tokens = TokenCount()
    var copies: [PyxisConfiguration] = []
    do {
      var configuration = PyxisConfiguration()
      for slot in 0..<UInt32(count) {
        configuration[slot: slot] = Token(Int(slot), in: tokens)
        if slot.isMultiple(of: 64) { copies.append(configuration) }
      }
      copies.append(configuration)
    }
    #expect(tokens.alive == count)
    while copies.count > 1 { copies.remove(at: copies.count / 2) }
    #expect(copies[0][slot: 0]?.isAlive != false)
    copies.removeAll()
    #expect(tokens.alive == 0)
  }

  @Test("R2: a value that is replaced goes at once", arguments: [1, 4, 8, 9, 16, 17, 40, 300])
  func replaced(count: Int) {
    let tokens = TokenCount()
    var configuration = PyxisConfiguration()
    var most = 0
    for _ in 0..<3 {
      for slot in 0..<UInt32(count) {
        configuration[slot: slot] = Token(Int(slot), in: tokens)
        most = max(most, tokens.alive)
      }
    }
    #expect(most == count)
    #expect(tokens.alive == count)
    withExtendedLifetime(configuration) {}
  }

  @Test("R2: a value that is taken out goes at once", arguments: [1, 4, 8, 9, 16, 17, 40, 300])
  func takenOut(count: Int) {
    let tokens = TokenCount()
    var configuration = PyxisConfiguration()
    for slot in 0..<UInt32(count) { configuration[slot: slot] = Token(Int(slot), in: tokens) }
    for slot in 0..<UInt32(count) {
      configuration[slot: slot] = nil
      #expect(tokens.alive == count - Int(slot) - 1)
    }
  }

  @Test("R2: a scope's values go with it, and live as long as a snapshot of it")
  func scopes() {
    let tokens = TokenCount()
    var snapshot: PyxisConfiguration?
    withPyxis {
      $0[TokenKey.self] = Token(1, in: tokens)
    } operation: {
      withPyxis {
        $0[TokenKey.self] = Token(2, in: tokens)
      } operation: {
        snapshot = pyxisConfiguration
        #expect(tokens.alive == 2)
      }
      #expect(tokens.alive == 2)
    }
    #expect(tokens.alive == 1)
    #expect(snapshot?[TokenKey.self]?.number == 2)
    snapshot = nil
    #expect(tokens.alive == 0)
  }

  @Test("R7: a snapshot of a scope keeps nothing that the scope replaced", arguments: 0...9)
  func replacedByScope(digits: Int) {
    let tokens = TokenCount()
    var configuration: PyxisConfiguration? = PyxisConfiguration()
    configuration?[TokenKey.self] = Token(1, in: tokens)
    for key in numberedKeys(digits: digits) { configuration?[number: key] = 1 }
    var snapshot: PyxisConfiguration?
    withPyxis(configuration ?? PyxisConfiguration()) {
      configuration = nil
      withPyxis {
        $0[TokenKey.self] = Token(2, in: tokens)
      } operation: {
        snapshot = pyxisConfiguration
      }
      #expect(tokens.alive == 2)
      #expect(pyxisConfiguration[TokenKey.self]?.number == 1)
    }
    #expect(tokens.alive == 1)
    #expect(snapshot?[TokenKey.self]?.number == 2)
    snapshot = nil
    #expect(tokens.alive == 0)
  }

  @Test("R20: the values of a scope live as long as the tasks that inherited it")
  func tasks() async {
    let tokens = TokenCount()
    let gate = Gate()
    let task = withPyxis {
      $0[TokenKey.self] = Token(1, in: tokens)
    } operation: {
      Task {
        await gate.pass()
        return pyxisConfiguration[TokenKey.self]?.isAlive
      }
    }
    #expect(tokens.alive == 1)
    gate.open()
    #expect(await task.value == true)
  }

  @Test("R11: the end of a value uses the library, and waits for a thread that does")
  func destructorUsesTheLibrary() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let seen = Counter()
      func probe() -> Probe {
        Probe {
          let inner = withPyxis({ $0[NumberKey.self] = 2 }) { pyxisConfiguration[NumberKey.self] }
          let other = try? onNewThread {
            try NumberKey.register()
            return withPyxis({ $0[NumberKey.self] = 3 }) { pyxisConfiguration[NumberKey.self] }
          }
          seen.add(inner == 2 && other == 3 ? 1 : 1_000)
        }
      }
      var configuration = PyxisConfiguration()
      for _ in 0..<2 {
        configuration[ProbeKey.self] = probe()
        // Enough others to move it from where it was.
        for key in numberedKeys(digits: 5) { configuration[number: key] = 1 }
      }
      #expect(seen.value == 1)
      withPyxis(configuration) {
        configuration = PyxisConfiguration()
        #expect(seen.value == 1)
      }
      #expect(seen.value == 2)
      withPyxis({ $0[ProbeKey.self] = probe() }) {}
      #expect(seen.value == 3)
    }
  }
}

/// A value whose end runs something.
private final class Probe: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}

private enum ProbeKey: PyxisConfigurationKey {
  static var defaultValue: Probe? { nil }
}

private enum TokenKey: PyxisConfigurationKey {
  static var defaultValue: Token? { nil }
}

private enum NumberKey: PyxisConfigurationKey {
  static var name: String? { "tests.lifetimes.number" }
  static var defaultValue: Int { 1 }
}
