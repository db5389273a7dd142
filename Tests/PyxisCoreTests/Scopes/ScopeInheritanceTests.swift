import Dispatch
import PyxisCore
import Testing

@Suite("Who inherits a scope", .generousTimeLimit)
struct ScopeInheritanceTests {
  @Test("R20: children of a task inherit, in groups and by async let")
  func children() async {
    await withPyxis {
      $0.level = 1
    } operation: {
      async let child = levelAfterSuspending()
      async let scopedChild = withPyxis({ $0.level += 1 }) { await levelAfterSuspending() }
      let levels = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<10 { group.addTask { await levelAfterSuspending() } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(levels == Array(repeating: 1, count: 10))
      #expect(await child == 1)
      #expect(await scopedChild == 2)
    }
  }

  @Test("R20: Task {} inherits and keeps its snapshot; Task.detached does not inherit")
  func unstructured() async {
    let gate = Gate()
    let (inheriting, detached) = withPyxis {
      $0.level = 1
    } operation: {
      (Task { await levels(around: gate) }, Task.detached { await levels(around: gate) })
    }
    let asynchronous = await withPyxis {
      $0.level = 2
    } operation: {
      await Task.yield()
      return Task { await levels(around: gate) }
    }
    withPyxis({ $0.level = 3 }) { gate.open() }
    #expect(await inheriting.value == [1, 1, 1])
    #expect(await asynchronous.value == [2, 2, 2])
    #expect(await detached.value == [0, 0, 0])
  }

  @Test("R20: a task that outlives its scope goes on opening scopes in its snapshot")
  func scopesInSnapshot() async {
    let gate = Gate()
    let task = withPyxis({ $0.level = 1 }) {
      Task {
        await gate.pass()
        return await withPyxis({ $0.level += 10 }) { await levelAfterSuspending() }
      }
    }
    gate.open()
    #expect(await task.value == 11)
    #expect(currentLevel() == 0)
  }

  @Test("R20: Task {} inherits from a scope on a thread that belongs to no task")
  func taskFromThread() async throws {
    let gate = Gate()
    let (inheriting, detached) = try onNewThread {
      withPyxis({ $0.level = 1 }) {
        withPyxis({ $0.level += 1 }) {
          (Task { await levels(around: gate) }, Task.detached { await levels(around: gate) })
        }
      }
    }
    gate.open()
    #expect(await inheriting.value == [2, 2, 2])
    #expect(await detached.value == [0, 0, 0])
  }

  @Test("R20: new threads, queues and later callbacks do not inherit")
  func callbacks() async throws {
    let callbacks = try withPyxis {
      $0.level = 1
    } operation: {
      (
        thread: try TestThread { currentLevel() },
        callback: { @Sendable () -> Int in currentLevel() }
      )
    }
    #expect(try callbacks.thread.result() == 0)
    #expect(callbacks.callback() == 0)
    let asynchronous = await withPyxis({ $0.level = 1 }) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: currentLevel()) }
      }
    }
    #expect(asynchronous == 0)
  }

  @Test("R20: a thread inside a task's scope opens scopes of its own, apart from the task's")
  func threadInTask() async throws {
    try await withPyxis {
      $0.level = 1
    } operation: {
      let levels = try onNewThread {
        [currentLevel(), withPyxis({ $0.level += 5 }) { currentLevel() }, currentLevel()]
      }
      #expect(levels == [0, 5, 0])
      await Task.yield()
      #expect(currentLevel() == 1)
    }
  }

  @Test("R20: a stream's producer and consumer each read their own scope")
  func streams() async {
    let stream = withPyxis({ $0.level = 1 }) {
      AsyncStream { continuation in
        Task {
          for _ in 0..<3 { continuation.yield(await levelAfterSuspending()) }
          continuation.finish()
        }
      }
    }
    await withPyxis {
      $0.level = 2
    } operation: {
      for await produced in stream {
        #expect(produced == 1)
        #expect(currentLevel() == 2)
      }
    }
  }

  @Test(
    "R20: a task that starts at once, on the caller's thread, inherits",
    .enabled(if: canStartAtOnce))
  func immediate() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let gate = Gate()
    let task = withPyxis({ $0.level = 1 }) { Task.immediate { await levels(around: gate) } }
    let fromThread = try onNewThread {
      withPyxis({ $0.level = 2 }) { Task.immediate { await levels(around: gate) } }
    }
    gate.open()
    #expect(await task.value == [1, 1, 1])
    #expect(await fromThread.value == [2, 2, 2])
    #expect(currentLevel() == 0)
  }
}

private var canStartAtOnce: Bool {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
}

private func levelAfterSuspending() async -> Int {
  await Task.yield()
  return currentLevel()
}

/// The levels that a task sees before it waits, after it, and in a child.
private func levels(around gate: Gate) async -> [Int] {
  let before = currentLevel()
  await gate.pass()
  let after = currentLevel()
  async let child = levelAfterSuspending()
  return [before, after, await child]
}
