import PyxisCore
import Testing

@Suite("Scopes and actors", .generousTimeLimit)
struct ScopeIsolationTests {
  @Test("R19: an asynchronous scope adds no job to the caller's executor")
  func actorExecutor() async {
    let actor = CountingActor()
    let jobs = [
      "update": await actor.jobs { await $0.updateScope() },
      "configuration": await actor.jobs { await $0.configurationScope() },
      "escaped": await actor.jobs { await $0.escapedScope() },
      "nested": await actor.jobs { await $0.nestedScopes() },
      "throwing": await actor.jobs { await $0.throwingScopes() },
    ]
    #expect(jobs.filter { $0.value != 0 } == [:])
    // What does leave the actor is seen.
    let jobsElsewhere = await actor.jobs { _ in _ = await elsewhere() }
    #expect(jobsElsewhere > 0)
  }

  @Test("R19: a scope whose operation suspends costs what the operation costs")
  func suspendingOperation() async {
    let actor = CountingActor()
    #expect(await actor.jobs { await $0.scopeThatYields(times: 5) } == 5)
  }

  @Test("R19: outside of actors, the caller's task executor gets no job more")
  func taskExecutor() async {
    let executor = CountingTaskExecutor()
    let jobs = await Task(executorPreference: executor) {
      let before = executor.jobs
      let levels = await withPyxis {
        $0.level = 1
      } operation: {
        let outer = await asynchronousLevel()
        return await withPyxis(pyxisConfiguration) { [outer, await asynchronousLevel()] }
      }
      #expect(levels == [1, 1])
      let after = executor.jobs
      await Task.yield()
      return (inScopes: after - before, inYield: executor.jobs - after)
    }.value
    #expect(jobs.inScopes == 0)
    #expect(jobs.inYield > 0)
  }

  @Test("R19: on the main actor, nothing runs between a scope's steps")
  @MainActor
  func mainActor() async {
    let object = NonSendable()
    let other = Task { @MainActor in object.number += 100 }
    let result = await withPyxis {
      $0.level = 1
      MainActor.assertIsolated()
      object.number += 1
    } operation: {
      MainActor.assertIsolated()
      await addLevel(to: object)
      return object
    }
    #expect(result.number == 2)
    await other.value
    #expect(object.number == 102)
    #expect(currentLevel() == 0)
  }

  @Test("R19: an operation uses what is not Sendable, in and out, from everywhere")
  func notSendable() async {
    let actor = CountingActor()
    #expect(await actor.numberFromNonSendable() == 1)
    let object = NonSendable()
    let result = await withPyxis {
      $0.level = 1
      object.number += 1
    } operation: {
      await Task.yield()
      object.number += currentLevel()
      return object
    }
    #expect(result.number == 2)
  }

  @Test("R19: the actor's state is free to use in the operation")
  func actorState() async {
    let actor = CountingActor()
    #expect(await actor.levelsSeen() == [1, 2])
  }
}

@MainActor
private func addLevel(to object: NonSendable) async {
  object.number += currentLevel()
}

nonisolated(nonsending) func asynchronousLevel() async -> Int { currentLevel() }

/// An actor whose executor counts its jobs.
private actor CountingActor {
  private let executor = CountingExecutor()
  private var levels: [Int] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How many jobs some work of this actor adds.
  func jobs(_ work: @Sendable (isolated CountingActor) async -> Void) async -> Int {
    let before = executor.jobs
    await work(self)
    assertIsolated()
    return executor.jobs - before
  }

  func updateScope() async {
    await withPyxis {
      $0.level = 1
      assertIsolated()
    } operation: {
      assertIsolated()
      await record()
      #expect(currentLevel() == 1)
    }
  }

  func configurationScope() async {
    await withPyxis(PyxisConfiguration()) {
      assertIsolated()
      await record()
    }
  }

  func escapedScope() async {
    let scope = PyxisEscapedScope()
    await scope {
      assertIsolated()
      await record()
    }
  }

  func nestedScopes() async {
    await withPyxis({ $0.level = 1 }) {
      await withPyxis({ $0.level += 1 }) {
        await withPyxis(pyxisConfiguration) { await record() }
        await record()
      }
      await record()
    }
  }

  func throwingScopes() async {
    do {
      try await withPyxis({ $0.level = 1 }) {
        await record()
        throw Refusal(number: 1)
      }
    } catch {
      #expect(error as? Refusal == Refusal(number: 1))
    }
    do {
      try await withPyxis { _ in
        throw Refusal(number: 2)
      } operation: {
        await record()
      }
    } catch {
      #expect(error as? Refusal == Refusal(number: 2))
    }
  }

  func scopeThatYields(times: Int) async {
    await withPyxis({ $0.level = 1 }) {
      for _ in 0..<times {
        await Task.yield()
        assertIsolated()
        #expect(currentLevel() == 1)
      }
    }
  }

  func levelsSeen() async -> [Int] {
    await withPyxis({ $0.level = 1 }) {
      await record()
      await withPyxis({ $0.level = 2 }) { await record() }
    }
    return levels
  }

  func numberFromNonSendable() async -> Int {
    let object = NonSendable()
    let result = await withPyxis {
      $0.level = 1
    } operation: {
      await record()
      object.number += currentLevel()
      return object
    }
    return result.number
  }

  private func record() async {
    levels.append(currentLevel())
  }
}

@concurrent
private func elsewhere() async -> Int { currentLevel() }
