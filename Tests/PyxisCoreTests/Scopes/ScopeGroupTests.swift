import PyxisCore
import Testing

@Suite("Scopes inside task groups", .generousTimeLimit)
struct ScopeGroupTests {
  @Test("R20: a scope inside a group's body, with no task added inside")
  func withoutTasks() async {
    await withTaskGroup(of: Int.self) { group in
      group.addTask { await level(afterPassing: nil) }
      withPyxis({ $0.level = 1 }) { #expect(currentLevel() == 1) }
      await withPyxis {
        $0.level = 2
      } operation: {
        await Task.yield()
        #expect(currentLevel() == 2)
      }
      group.addTask { await level(afterPassing: nil) }
      #expect(await group.reduce(into: []) { $0.append($1) } == [0, 0])
    }
  }

  @Test("R20: a child that is added inside a scope keeps the snapshot when the scope has ended")
  func withTasks() async {
    let gate = Gate()
    await withTaskGroup(of: Int.self) { group in
      withPyxis {
        $0.level = 1
      } operation: {
        group.addTask { await level(afterPassing: gate) }
      }
      await withPyxis {
        $0.level = 2
      } operation: {
        await Task.yield()
        group.addTask { await level(afterPassing: gate) }
        withPyxis({ $0.level += 1 }) { group.addTask { await level(afterPassing: gate) } }
        await Task.yield()
      }
      group.addTask { await level(afterPassing: gate) }
      // Others take the place in memory that the scopes had.
      for number in 100..<200 { await withPyxis({ $0.level = number }) { await Task.yield() } }
      gate.open()
      #expect(await group.reduce(into: []) { $0.append($1) }.sorted() == [0, 1, 2, 3])
    }
  }

  @Test("R20: a scope around next() is not that of the child that ends")
  func aroundNext() async {
    await withTaskGroup(of: Int.self) { group in
      for number in 1...5 {
        withPyxis({ $0.level = number }) { group.addTask { await level(afterPassing: nil) } }
      }
      var sum = 0
      await withPyxis {
        $0.level = 50
      } operation: {
        while let next = await group.next() {
          sum += next
          #expect(currentLevel() == 50)
        }
      }
      #expect(sum == 15)
    }
  }

  @Test("R20: the same in throwing and discarding groups")
  func otherGroups() async throws {
    let seen = Counter()
    try await withThrowingDiscardingTaskGroup { group in
      withPyxis({ $0.level = 1 }) { group.addTask { seen.add(await level(afterPassing: nil)) } }
      await withPyxis({ $0.level = 10 }) {
        await Task.yield()
        group.addTask { seen.add(await level(afterPassing: nil)) }
      }
    }
    #expect(seen.value == 11)
    await #expect(throws: Refusal(number: 3)) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        try await withPyxis({ $0.level = 3 }) {
          group.addTask { throw Refusal(number: await level(afterPassing: nil)) }
          try await group.waitForAll()
        }
      }
    }
  }

  @Test("R20: groups inside scopes inside groups")
  func nestedGroups() async {
    let levels = await withTaskGroup(of: [Int].self) { outer in
      for number in 1...8 {
        withPyxis {
          $0.level = number
        } operation: {
          outer.addTask {
            await withTaskGroup(of: Int.self) { inner in
              for _ in 0..<4 {
                await withPyxis({ $0.level += 100 }) {
                  inner.addTask { await level(afterPassing: nil) }
                  await Task.yield()
                }
              }
              return await inner.reduce(into: []) { $0.append($1) }
            }
          }
        }
      }
      return await outer.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(levels) == Set((1...8).map { Array(repeating: $0 + 100, count: 4) }))
  }

  @Test("R20: async let inside a scope inside a group's body")
  func asyncLet() async {
    await withTaskGroup(of: Int.self) { group in
      let sum = await withPyxis {
        $0.level = 4
      } operation: {
        async let child = level(afterPassing: nil)
        group.addTask { await level(afterPassing: nil) }
        return await child
      }
      #expect(sum == 4)
      #expect(await group.next() == 4)
    }
  }
}

private func level(afterPassing gate: Gate?) async -> Int {
  await Task.yield()
  await gate?.pass()
  return currentLevel()
}
