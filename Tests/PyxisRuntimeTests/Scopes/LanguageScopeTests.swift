import CPyxis
import PyxisCore
import PyxisRuntime
import Testing

@Suite("One context for C and Swift", .generousTimeLimit)
struct LanguageScopeTests {
  @Test("R23: C reads a Swift scope, and Swift a C scope, and the innermost wins")
  func innermostWins() {
    expectNumber(0)
    withPyxis {
      $0.number = 1
    } operation: {
      expectNumber(1)
      runScope(setting: numberKey, to: 2) {
        expectNumber(2)
        let scope = openScope(setting: numberKey, to: 3)
        expectNumber(3)
        withPyxis({ $0.number += 10 }) { expectNumber(13) }
        expectNumber(3)
        #expect(close(scope) == PYXIS_OK)
        expectNumber(2)
      }
      expectNumber(1)
    }
    expectNumber(0)
  }

  @Test("R23: the same on a thread that belongs to no task")
  func thread() throws {
    try onNewThread { innermostWins() }
  }

  @Test("R23: random scopes of both languages, opened in each other", arguments: 1...8)
  func random(seed: UInt64) throws {
    var steps = RandomSteps(seed: seed)
    steps.run(depth: 0, expecting: 0)
    expectNumber(0)
    try onNewThread {
      var steps = RandomSteps(seed: seed)
      steps.run(depth: 0, expecting: 0)
      expectNumber(0)
    }
  }

  @Test("R23: a scope that C opened in a task stays on its thread, and counts there again")
  func openScopeAndOtherThreads() async {
    let (here, there) = (ThreadActor(), ThreadActor())
    await here.run { actor in
      let scope = openScope(setting: numberKey, to: 1)
      expectNumber(1)
      // The same task goes on on another thread.
      await there.run { _ in
        expectNumber(0)
        let other = openScope(setting: numberKey, to: 2)
        expectNumber(2)
        #expect(close(scope) == PYXIS_ERROR_WRONG_THREAD)
        #expect(close(other) == PYXIS_OK)
        expectNumber(0)
      }
      actor.assertIsolated()
      expectNumber(1)
      await withPyxis {
        $0.number += 10
      } operation: {
        expectNumber(11)
        await there.run { _ in expectNumber(11) }
        expectNumber(11)
      }
      expectNumber(1)
      #expect(close(scope) == PYXIS_OK)
      expectNumber(0)
    }
  }

  @Test("R23: another task that runs meanwhile on the thread of an open scope does not read it")
  func openScopeAndOtherTasks() async {
    let actor = ThreadActor()
    let (opened, read) = (Gate(), Gate())
    let first = Task {
      await actor.run { _ in
        let scope = openScope(setting: numberKey, to: 1)
        opened.open()
        await read.pass()
        expectNumber(1)
        #expect(close(scope) == PYXIS_OK)
      }
    }
    await opened.pass()
    await actor.run { _ in
      expectNumber(0)
      withPyxis({ $0.number = 2 }) { expectNumber(2) }
    }
    read.open()
    await first.value
  }

  @Test("R20: tasks inherit the scope of a C call, and not one that C only opened")
  func inheritance() async {
    let gate = Gate()
    var tasks: [Task<Int64?, Never>] = []
    runScope(setting: numberKey, to: 1) {
      let scope = openScope(setting: numberKey, to: 2)
      tasks.append(
        Task {
          await gate.pass()
          return effectiveInteger(numberKey)
        })
      tasks.append(
        Task.detached {
          await gate.pass()
          return effectiveInteger(numberKey)
        })
      #expect(close(scope) == PYXIS_OK)
    }
    gate.open()
    #expect(await tasks[0].value == 1)
    #expect(await tasks[1].value == 0)
  }

  @Test("R23: the end of a scope closes what C left open inside it")
  func leftOpen() throws {
    @Sendable func leave() {
      var left: OpenScope = 0
      withPyxis({ $0.number = 1 }) { left = openScope(setting: numberKey, to: 2) }
      expectNumber(0)
      #expect(close(left) == PYXIS_ERROR_INVALID_HANDLE)
      runScope(setting: numberKey, to: 3) { left = openScope(setting: numberKey, to: 4) }
      expectNumber(0)
      #expect(close(left) == PYXIS_ERROR_INVALID_HANDLE)
    }
    leave()
    try onNewThread { leave() }
  }

  @Test("R23: the end of an asynchronous scope closes what C left open inside it")
  func leftOpenAsynchronously() async {
    let actor = ThreadActor()
    await actor.run { actor in
      var left: OpenScope = 0
      await withPyxis {
        $0.number = 1
      } operation: {
        left = openScope(setting: numberKey, to: 2)
        await Task.yield()
        actor.assertIsolated()
        expectNumber(2)
      }
      expectNumber(0)
      #expect(close(left) == PYXIS_ERROR_INVALID_HANDLE)
    }
  }

  @Test("R18: a Swift error that passes C's open scope leaves it closed")
  func errors() {
    var left: OpenScope = 0
    #expect(throws: Refusal(number: 1)) {
      try withPyxis({ $0.number = 1 }) {
        left = openScope(setting: numberKey, to: 2)
        throw Refusal(number: 1)
      }
    }
    expectNumber(0)
    #expect(close(left) == PYXIS_ERROR_INVALID_HANDLE)
  }
}

/// Opens scopes of all sorts in each other, and checks what is in force at each step.
private struct RandomSteps {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func run(depth: Int, expecting number: Int64) {
    expectNumber(number)
    guard depth < 12 else { return }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let inner = Int64.random(in: 1...1_000_000, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: withPyxis({ $0.number = inner }) { run(depth: depth + 1, expecting: inner) }
      case 1: runScope(setting: numberKey, to: inner) { run(depth: depth + 1, expecting: inner) }
      case 2:
        let scope = openScope(setting: numberKey, to: inner)
        run(depth: depth + 1, expecting: inner)
        #expect(close(scope) == PYXIS_OK)
      default:
        withPyxis(PyxisConfiguration()) { run(depth: depth + 1, expecting: 0) }
      }
      expectNumber(number)
    }
  }
}

// MARK: - What is read

private enum NumberKey: PyxisConfigurationKey {
  static var name: String? { "tests.languages.number" }
  static var defaultValue: Int64 { 0 }
}

extension PyxisConfiguration {
  fileprivate var number: Int64 {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private let numberKey: pyxis_key = defineInteger("tests.languages.number")
private let number = Pyxis(NumberKey.self)

/// Checks what both languages read here.
private func expectNumber(_ value: Int64, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(effectiveInteger(numberKey) == value, sourceLocation: sourceLocation)
  #expect(number.wrappedValue == value, sourceLocation: sourceLocation)
  #expect(pyxisConfiguration.number == value, sourceLocation: sourceLocation)
}
