import PyxisCore
import Testing

/// A thread uses the storage of an ended scope for the next one: nobody must notice.
@Suite("Scopes one after the other")
struct ScopeReuseTests {
  @Test("R7: snapshots of ended scopes keep their numbers, whatever later scopes set")
  func snapshots() {
    var snapshots: [PyxisConfiguration] = []
    for number in 1...100 {
      withPyxis {
        $0.level = number
        $0.title = "\(number)"
      } operation: {
        // Each second scope is kept by nobody, so that the next one can use what it used.
        if number.isMultiple(of: 2) { snapshots.append(pyxisConfiguration) }
      }
    }
    #expect(snapshots.map(\.level) == (1...50).map { $0 * 2 })
    #expect(snapshots.map(\.title) == (1...50).map { "\($0 * 2)" })
    #expect(currentLevel() == 0)
  }

  @Test("R2: a configuration that an update let escape keeps its numbers")
  func escapedUpdates() {
    var escaped: [PyxisConfiguration] = []
    for number in 1...20 {
      withPyxis {
        $0.level = number
        escaped.append($0)
        $0.level = -number
      } operation: {
        #expect(currentLevel() == -number)
      }
    }
    #expect(escaped.map(\.level) == Array(1...20))
  }

  @Test("R20: a task that outlives its scope keeps its snapshot while later scopes come and go")
  func tasks() async {
    var tasks: [(gate: Gate, task: Task<Int, Never>)] = []
    for number in 1...50 {
      withPyxis {
        $0.level = number
      } operation: {
        let gate = Gate()
        let task = Task {
          await gate.pass()
          return currentLevel()
        }
        tasks.append((gate, task))
      }
    }
    for number in 1...50 { withPyxis({ $0.level = -number }) { #expect(currentLevel() < 0) } }
    for (index, (gate, task)) in tasks.enumerated() {
      gate.open()
      #expect(await task.value == index + 1)
    }
  }

  @Test("R2: what scopes of different sizes held ends with them", arguments: [0, 1, 3, 8, 15, 40])
  func sizes(count: Int) {
    let tokens = TokenCount()
    let keys = numberedKeys(digits: 6).prefix(count)
    for round in 0..<10 {
      withPyxis(label: round.isMultiple(of: 3) ? "round \(round)" : nil) {
        $0[HeldTokenKey.self] = Token(round, in: tokens)
        for key in keys { $0[number: key] = round }
      } operation: {
        withPyxis(label: "inner") {
          $0.level = -round
        } operation: {
          #expect(currentLevel() == -round)
          #expect(pyxisConfiguration[HeldTokenKey.self]?.number == round)
          for key in keys { #expect(pyxisConfiguration[number: key] == round) }
        }
        #expect(tokens.alive == 1)
      }
      #expect(tokens.alive == 0)
    }
  }

  @Test("R11: a value that opens scopes when it ends disturbs no scope after it")
  func destructors() {
    for number in 1...20 {
      withPyxis {
        $0[ScopingKey.self] = Scoping(number)
        $0.level = number
      } operation: {
        #expect(currentLevel() == number)
      }
      #expect(currentLevel() == 0)
    }
  }
}

/// Opens scopes when it ends.
private final class Scoping: Sendable {
  private let number: Int

  init(_ number: Int) { self.number = number }

  deinit {
    let number = number
    withPyxis {
      $0.level = -number
    } operation: {
      #expect(currentLevel() == -number)
      withPyxis({ $0.title = "inner" }) { #expect(currentLevel() == -number) }
    }
  }
}

private enum ScopingKey: PyxisConfigurationKey {
  static var defaultValue: Scoping? { nil }
}

private enum HeldTokenKey: PyxisConfigurationKey {
  static var defaultValue: Token? { nil }
}
