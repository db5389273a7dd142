import PyxisShims
import Testing

@testable import PyxisCore

/// A scope borrows what stands in force around it: whoever keeps the scope's configuration longer
/// must not notice, and nothing must live longer for it.
@Suite("What scopes borrow", .generousTimeLimit)
struct ScopeBorrowingTests {
  /// How many entries stand around the scope: beside the tree, and in it.
  private static let sizes = [1, 3, 7, 12, 40]

  /// Runs an operation in a scope with so many tokens, and says whether they all ended with what
  /// `operation` returned.
  private func inScope<Kept>(
    _ count: Int, _ operation: () throws -> Kept, check: (Kept) throws -> Void
  ) rethrows -> Int {
    let tokens = TokenCount()
    do {
      let kept = try withPyxis {
        for number in 0..<count { $0[token: number] = Token(number, in: tokens) }
        $0.title = "around"
      } operation: {
        let kept = try operation()
        #expect(tokens.alive == count)
        return kept
      }
      #expect(tokens.alive == count)
      try check(kept)
    }
    return tokens.alive
  }

  private func expectTokens(_ count: Int, in configuration: PyxisConfiguration) {
    for number in 0..<count {
      #expect(configuration[token: number]?.number == number)
      #expect(configuration[token: number]?.isAlive == true)
    }
    #expect(configuration.title == "around")
  }

  @Test("R7: a snapshot keeps what the scopes around it held", arguments: sizes)
  func snapshots(count: Int) {
    let left = inScope(count) {
      withPyxis({ $0.level = 1 }) { withPyxis({ $0.level = 2 }) { pyxisConfiguration } }
    } check: { kept in
      expectTokens(count, in: kept)
      #expect(kept.level == 2)
    }
    #expect(left == 0)
  }

  @Test("R2: so does a copy that an update lets escape", arguments: sizes)
  func escapedFromUpdate(count: Int) {
    let left = inScope(count) {
      var kept = PyxisConfiguration()
      withPyxis {
        $0.level = 1
        kept = $0
        $0.level = 2
      } operation: {
        #expect(currentLevel() == 2)
      }
      return kept
    } check: { kept in
      expectTokens(count, in: kept)
      #expect(kept.level == 1)
    }
    #expect(left == 0)
  }

  @Test("R2: and one that an update puts another in the place of", arguments: sizes)
  func exchangedInUpdate(count: Int) {
    let left = inScope(count) {
      var kept = PyxisConfiguration()
      kept.level = 3
      withPyxis {
        $0.level = 1
        swap(&$0, &kept)
        kept.level += 1
      } operation: {
        #expect(currentLevel() == 3)
        #expect(pyxisConfiguration.title == "untitled")
      }
      kept.level += 1
      return kept
    } check: { kept in
      expectTokens(count, in: kept)
      #expect(kept.level == 3)
    }
    #expect(left == 0)
  }

  @Test("R18: and one that an update lets escape before it throws", arguments: sizes)
  func escapedBeforeError(count: Int) {
    let left = inScope(count) {
      var kept = PyxisConfiguration()
      #expect(throws: Refusal(number: 1)) {
        try withPyxis(label: "refused") {
          $0.level = 1
          kept = $0
          throw Refusal(number: 1)
        } operation: {
          Issue.record("an operation runs whose update threw")
        }
      }
      #expect(throws: Refusal(number: 2)) {
        try withPyxis {
          $0.level = 2
          throw Refusal(number: 2)
        } operation: {
        }
      }
      // It was no scope, so what is set later comes from none.
      kept.title = "around"
      let origin = withPyxis(kept) { PyxisOrigin(of: TitleKey.self) }
      #expect(!origin.description.contains("refused"))
      return kept
    } check: { kept in
      expectTokens(count, in: kept)
      #expect(kept.level == 1)
    }
    #expect(left == 0)
  }

  @Test("R2: an update inside another's changes the inner copy alone")
  func updatesInside() {
    withPyxis { outer in
      outer.level = 1
      withPyxis { inner in
        #expect(inner.level == 0)
        inner.level = 5
        outer.level += 1
      } operation: {
        #expect(currentLevel() == 5)
        withPyxis(outer) { #expect(currentLevel() == 2) }
        outer.level += 1
      }
      outer.level += 1
    } operation: {
      #expect(currentLevel() == 4)
    }
    #expect(currentLevel() == 0)
  }

  @Test("R2: a copy that another thread changes while the update goes on")
  func copiesOnOtherThreads() throws {
    for round in 1...50 {
      var thread: TestThread<PyxisConfiguration>?
      try withPyxis {
        $0.level = round
        let copy = $0
        thread = try TestThread {
          var copy = copy
          for _ in 0..<100 { copy.level += 1 }
          return copy
        }
        for _ in 0..<100 { $0.level -= 1 }
      } operation: {
        #expect(currentLevel() == round - 100)
      }
      #expect(try thread?.result().level == round + 100)
    }
  }

  @Test("R2: copies of labelled updates that other threads show meanwhile")
  func copiesShownOnOtherThreads() async throws {
    for round in 1...100 {
      var threads: [TestThread<Int>] = []
      try withPyxis(label: "round \(round)") {
        $0.level = round
        let copy = $0
        for _ in 0..<2 {
          threads.append(
            try TestThread {
              var copy = copy
              let level = withPyxis(copy) { currentLevel() }
              copy.level += 1
              return level + withPyxis(label: "copy", copy) { currentLevel() }
            })
        }
      } operation: {
        #expect(currentLevel() == round)
      }
      for thread in threads { #expect(try thread.result() == 2 * round + 1) }
      let copies = [1, 2].map { number in
        let copy = withPyxis(label: "again") {
          $0.level = number
        } operation: {
          pyxisConfiguration
        }
        return Task {
          await withPyxis(copy) {
            await Task.yield(); return currentLevel()
          }
        }
      }
      for (index, copy) in copies.enumerated() { #expect(await copy.value == index + 1) }
    }
  }

  @Test("R17: an update takes out what is held around it", arguments: sizes)
  func unsetInUpdate(count: Int) {
    let left = inScope(count) {
      withPyxis {
        for number in 0..<count {
          let (wasHeld, isHeld) = ($0.unset(token: number), $0.unset(token: number))
          #expect(wasHeld && !isHeld)
        }
        let wasHeld = $0.unset(LevelKey.self)
        #expect(!wasHeld)
      } operation: {
        for number in 0..<count { #expect(pyxisConfiguration[token: number] == nil) }
      }
      return pyxisConfiguration
    } check: { kept in
      expectTokens(count, in: kept)
    }
    #expect(left == 0)
  }

  @Test("R20: tasks that outlive nested scopes, and open others inside what they inherited")
  func tasks() async {
    let tokens = TokenCount()
    var tasks: [Task<Int, Never>] = []
    let gate = Gate()
    for round in 0..<20 {
      withPyxis {
        for number in 0..<10 { $0[token: number] = Token(number, in: tokens) }
      } operation: {
        withPyxis({ $0.level = round }) {
          tasks.append(
            Task {
              var sum = 0
              for _ in 0..<20 {
                sum += withPyxis({ $0.level += 1 }) {
                  currentLevel() + (pyxisConfiguration[token: 9]?.number ?? -1000)
                }
              }
              await gate.pass()
              return withPyxis({ $0.title = "late" }) {
                sum + currentLevel() + (pyxisConfiguration[token: 3]?.number ?? -1000)
              }
            })
        }
      }
    }
    gate.open()
    for (round, task) in tasks.enumerated() {
      #expect(await task.value == 20 * (round + 1 + 9) + round + 3)
    }
    tasks = []
    #expect(tokens.alive == 0)
  }

  @Test("What scopes bind stands in memory as the shims say")
  func layout() {
    #expect(MemoryLayout<ScopeBinding>.size == MemoryLayout<pyxis_shims_binding>.size)
    #expect(MemoryLayout<ScopeBinding>.alignment == MemoryLayout<pyxis_shims_binding>.alignment)
    #expect(
      MemoryLayout<ScopeBinding>.offset(of: \.storage)
        == MemoryLayout<pyxis_shims_binding>.offset(of: \.storage))
    #expect(
      MemoryLayout<ScopeBinding>.offset(of: \.identity)
        == MemoryLayout<pyxis_shims_binding>.offset(of: \.identity))
    #expect(
      MemoryLayout<ScopeBinding>.offset(of: \.mark.depth)
        == MemoryLayout<pyxis_shims_binding>.offset(of: \.depth))
    #expect(
      MemoryLayout<ScopeBinding>.offset(of: \.mark.label)
        == MemoryLayout<pyxis_shims_binding>.offset(of: \.label))
  }
}
