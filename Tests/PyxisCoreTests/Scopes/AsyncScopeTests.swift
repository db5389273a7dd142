import Foundation
import PyxisCore
import Testing

@Suite("Scopes of asynchronous work", .generousTimeLimit)
struct AsyncScopeTests {
  @Test("R17: an update is in force for the operation, on whatever thread it goes on")
  func update() async {
    await withPyxis {
      $0.level = 1
    } operation: {
      #expect(currentLevel() == 1)
      for _ in 0..<50 {
        await Task.yield()
        #expect(currentLevel() == 1)
      }
      await resumeFromThread()
      #expect(currentLevel() == 1)
    }
    #expect(currentLevel() == 0)
  }

  @Test("R17: synchronous and asynchronous scopes nest in each other and inherit")
  func nested() async {
    await withPyxis {
      $0.level = 1
    } operation: {
      await Task.yield()
      let inner = withPyxis({ $0.title = "\($0.level)" }) { pyxisConfiguration }
      await withPyxis(inner) {
        await Task.yield()
        #expect(pyxisConfiguration.title == "1")
        await withPyxis {
          $0.level += 1
        } operation: {
          await Task.yield()
          #expect(currentLevel() == 2)
          #expect(pyxisConfiguration.title == "1")
          withPyxis({ $0.level += 1 }) { #expect(currentLevel() == 3) }
          #expect(currentLevel() == 2)
        }
        #expect(currentLevel() == 1)
      }
      #expect(pyxisConfiguration.title == "untitled")
    }
  }

  @Test("R17: a whole configuration replaces the scope, and inherits nothing")
  func replacement() async {
    await withPyxis {
      $0.level = 1
    } operation: {
      await withPyxis(PyxisConfiguration()) {
        await Task.yield()
        #expect(currentLevel() == 0)
      }
      #expect(currentLevel() == 1)
    }
  }

  @Test("R18: the operation's result is returned and its error is thrown")
  func results() async {
    let result = await withPyxis({ $0.level = 3 }) {
      await Task.yield()
      return (currentLevel(), "a")
    }
    #expect(result == (3, "a"))
    await withPyxis {
      $0.level = 1
    } operation: {
      await #expect(throws: Refusal(number: 2)) {
        try await withPyxis({ $0.level = 2 }) {
          await Task.yield()
          throw Refusal(number: currentLevel())
        }
      }
      #expect(currentLevel() == 1)
    }
  }

  @Test("R18: a throwing update installs nothing and the operation does not run")
  func updateThrows() async {
    await withPyxis {
      $0.level = 1
    } operation: {
      await #expect(throws: Refusal(number: 7)) {
        try await withPyxis {
          $0.level = 2
          throw Refusal(number: 7)
        } operation: {
          await Task.yield()
          Issue.record("The operation ran.")
        }
      }
      #expect(currentLevel() == 1)
    }
  }

  @Test("R18: a cancelled operation is left like any other")
  func cancellation() async {
    let gate = Gate()
    let task = Task {
      await withPyxis {
        $0.level = 1
      } operation: {
        await gate.pass()
        #expect(Task.isCancelled)
        #expect(currentLevel() == 1)
      }
      return currentLevel()
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test("R17: a thousand asynchronous scopes nest, and each is restored", arguments: [1_000])
  func deep(depth: Int) async {
    @Sendable func nest(_ level: Int) async -> Int {
      guard level <= depth else { return 0 }
      let inner = await withPyxis({ $0.level = level }) {
        if level.isMultiple(of: 10) { await Task.yield() }
        return currentLevel() == level ? await nest(level + 1) : depth
      }
      return inner + (currentLevel() == level - 1 ? 0 : 1)
    }
    #expect(await nest(1) == 0)
  }

  /// Suspends this task, and resumes it from a thread that has a scope of its own.
  private func resumeFromThread() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { withPyxis({ $0.level = -1 }) { continuation.resume() } }
    }
  }
}
