import PyxisCore
import Testing

@Suite("Scopes of synchronous work")
struct ScopeTests {
  @Test("R17: an update is in force for the operation and gone after it")
  func update() {
    withPyxis {
      $0.level = 1
    } operation: {
      #expect(currentLevel() == 1)
      #expect(pyxisConfiguration.title == "untitled")
    }
    #expect(currentLevel() == 0)
  }

  @Test("R17: an update starts as a copy of what is in force, and changes no scope around it")
  func nested() {
    withPyxis {
      $0.level = 1
      $0.title = "outer"
    } operation: {
      withPyxis {
        #expect($0.level == 1)
        $0.level += 1
        #expect(currentLevel() == 1)
      } operation: {
        #expect(currentLevel() == 2)
        #expect(pyxisConfiguration.title == "outer")
      }
      #expect(currentLevel() == 1)
    }
  }

  @Test("R17: a whole configuration replaces the scope, and inherits nothing")
  func replacement() {
    var configuration = PyxisConfiguration()
    configuration.title = "other"
    withPyxis {
      $0.level = 1
    } operation: {
      withPyxis(configuration) {
        #expect(currentLevel() == 0)
        #expect(pyxisConfiguration.title == "other")
        withPyxis(PyxisConfiguration()) { #expect(pyxisConfiguration.title == "untitled") }
      }
      #expect(currentLevel() == 1)
    }
  }

  @Test("R17: an update may set a whole configuration")
  func updateThatReplaces() {
    let other = withPyxis({ $0.level = 5 }) { pyxisConfiguration }
    withPyxis {
      $0.title = "gone"
      $0 = other
    } operation: {
      #expect(currentLevel() == 5)
      #expect(pyxisConfiguration.title == "untitled")
    }
    #expect(other.level == 5)
  }

  @Test("R17: update and operation run once, in this order, on this thread")
  func order() {
    var steps: [String] = []
    withPyxis { _ in
      steps.append("update")
    } operation: {
      steps.append("operation")
    }
    #expect(steps == ["update", "operation"])
  }

  @Test("R17: an update may open scopes, and its own is not in force yet")
  func scopesInUpdate() {
    withPyxis {
      $0.level = 1
      let inner = withPyxis({ $0.level += 10 }) { currentLevel() }
      #expect(inner == 10)
      #expect($0.level == 1)
    } operation: {
      #expect(currentLevel() == 1)
    }
  }

  @Test("R18: the operation's result is returned, of any type")
  func results() {
    #expect(withPyxis({ $0.level = 3 }) { currentLevel() } == 3)
    #expect(withPyxis({ $0.level = 3 }) { (currentLevel(), "a") } == (3, "a"))
    let none: Int? = withPyxis({ _ in }) { nil }
    #expect(none == nil)
    let closure = withPyxis({ $0.level = 3 }) { { currentLevel() } }
    #expect(closure() == 0)
    let object = NonSendable()
    #expect(withPyxis(PyxisConfiguration()) { object } === object)
  }

  @Test("R18: the operation's error is thrown, and the caller's scope is in force again")
  func operationThrows() {
    withPyxis {
      $0.level = 1
    } operation: {
      #expect(throws: Refusal(number: 2)) {
        try withPyxis({ $0.level = 2 }) { throw Refusal(number: currentLevel()) }
      }
      #expect(currentLevel() == 1)
      #expect(throws: Refusal(number: 0)) {
        try withPyxis(PyxisConfiguration()) { throw Refusal(number: currentLevel()) }
      }
      #expect(currentLevel() == 1)
    }
    #expect(currentLevel() == 0)
  }

  @Test("R18: a throwing update installs nothing and the operation does not run")
  func updateThrows() {
    withPyxis {
      $0.level = 1
    } operation: {
      #expect(throws: Refusal(number: 7)) {
        try withPyxis {
          $0.level = 2
          throw Refusal(number: 7)
        } operation: {
          Issue.record("The operation ran.")
        }
      }
      #expect(currentLevel() == 1)
    }
    #expect(currentLevel() == 0)
  }

  @Test("R17, R18: the same holds on a thread that belongs to no task")
  func thread() throws {
    try onNewThread {
      update()
      nested()
      replacement()
      scopesInUpdate()
      operationThrows()
      updateThrows()
      #expect(currentLevel() == 0)
    }
  }

  @Test("R17: ten thousand scopes nest, and each is restored", arguments: [10_000])
  func deep(depth: Int) throws {
    @Sendable func nest(_ level: Int) -> Int {
      guard level <= depth else { return 0 }
      let inner = withPyxis({ $0.level = level }) {
        currentLevel() == level ? nest(level + 1) : depth
      }
      return inner + (currentLevel() == level - 1 ? 0 : 1)
    }
    #expect(try onNewThread(stackSize: 512 << 20) { nest(1) } == 0)
  }
}

/// Something that stays on one thread.
final class NonSendable {
  var number: Int = 0
}

@available(*, unavailable)
extension NonSendable: Sendable {}
