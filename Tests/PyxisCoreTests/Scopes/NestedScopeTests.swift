import PyxisCore
import Testing

/// Synchronous scopes inside one another, which tasks inherit as they are when the tasks start.
@Suite("Scopes inside scopes", .generousTimeLimit)
struct NestedScopeTests {
  private func start(afterPassing gate: Gate) -> Task<Int, Never> {
    Task {
      await gate.pass()
      return currentLevel()
    }
  }

  /// Starts a task at each place in three nested scopes, and returns what they read.
  private func readsOfTasks(_ gate: Gate) -> [Task<Int, Never>] {
    var tasks = [start(afterPassing: gate)]
    withPyxis {
      $0.level = 1
    } operation: {
      tasks.append(start(afterPassing: gate))
      withPyxis {
        $0.level += 1
      } operation: {
        tasks.append(start(afterPassing: gate))
        withPyxis(PyxisConfiguration()) { tasks.append(start(afterPassing: gate)) }
        tasks.append(start(afterPassing: gate))
        withPyxis({ $0.level += 1 }) { tasks.append(start(afterPassing: gate)) }
        #expect(currentLevel() == 2)
      }
      tasks.append(start(afterPassing: gate))
      #expect(currentLevel() == 1)
    }
    tasks.append(start(afterPassing: gate))
    return tasks
  }

  private func expectReads(of tasks: [Task<Int, Never>], _ gate: Gate) async {
    gate.open()
    var reads: [Int] = []
    for task in tasks { reads.append(await task.value) }
    #expect(reads == [0, 1, 2, 0, 2, 3, 1, 0])
  }

  @Test("R20: tasks that synchronous code of a task starts inherit the scope they start in")
  func inTask() async {
    let gate = Gate()
    await expectReads(of: readsOfTasks(gate), gate)
  }

  @Test("R20: tasks that a thread starts inherit the scope they start in")
  func onThread() async throws {
    let gate = Gate()
    await expectReads(of: try onNewThread { readsOfTasks(gate) }, gate)
  }

  @Test("R20: the same inside an asynchronous scope")
  func insideAsynchronousScope() async {
    let gate = Gate()
    let tasks = await withPyxis {
      $0.title = "asynchronous"
    } operation: {
      await Task.yield()
      return readsOfTasks(gate)
    }
    await expectReads(of: tasks, gate)
  }

  @Test("R20: children that are added to a group in nested scopes")
  func groups() async {
    let gate = Gate()
    func add(to group: inout TaskGroup<Int>) {
      group.addTask {
        await gate.pass()
        return currentLevel()
      }
    }
    await withTaskGroup(of: Int.self) { group in
      add(to: &group)
      withPyxis {
        $0.level = 1
      } operation: {
        add(to: &group)
        withPyxis {
          $0.level = 2
        } operation: {
          add(to: &group)
          withPyxis({ $0.level = 3 }) { add(to: &group) }
          add(to: &group)
        }
        add(to: &group)
      }
      add(to: &group)
      gate.open()
      #expect(await group.reduce(into: []) { $0.append($1) }.sorted() == [0, 0, 1, 1, 2, 2, 3])
    }
  }

  @Test("R21: a child that runs meanwhile sees nothing of its parent's synchronous scopes")
  func childMeanwhile() async {
    let steps = Counter()
    await withPyxis {
      $0.level = 1
    } operation: {
      async let child = { () async -> Set<Int> in
        var seen: Set<Int> = []
        while steps.value < 200 {
          seen.insert(currentLevel())
          seen.insert(withPyxis({ $0.title = "child" }) { currentLevel() })
          await Task.yield()
        }
        return seen
      }()
      for number in 2..<200 {
        withPyxis({ $0.level = number }) {
          withPyxis({ $0.level = -number }) {
            #expect(currentLevel() == -number)
            steps.add()
          }
        }
        await Task.yield()
      }
      steps.add(200)
      let seen = await child
      #expect(seen == [1])
    }
  }

  @Test("R21: a task that runs at once, inside a scope that its thread opened")
  func immediateTask() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let task = try onNewThread {
      withPyxis {
        $0.level = 1
      } operation: {
        let task = Task.immediate {
          let levels = withPyxis({ $0.level += 1 }) {
            [currentLevel(), withPyxis({ $0.level += 1 }) { currentLevel() }, currentLevel()]
          }
          #expect(levels == [2, 3, 2])
          #expect(currentLevel() == 1)
          await Task.yield()
          return withPyxis({ $0.level += 5 }) { currentLevel() }
        }
        #expect(currentLevel() == 1)
        withPyxis({ $0.level = 7 }) { #expect(currentLevel() == 7) }
        #expect(currentLevel() == 1)
        return task
      }
    }
    #expect(await task.value == 6)
  }

  @Test("R17: scopes in a destructor of an actor's, which sees nothing that is bound")
  @MainActor
  func isolatedDestructor() async {
    guard #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) else { return }
    let log = Log()
    var model: Model? = Model(log)
    withPyxis {
      $0.level = 1
    } operation: {
      model = nil
      log.add("\(currentLevel())")
      withPyxis({ $0.level += 1 }) { log.add("\(currentLevel())") }
    }
    _ = model
    #expect(log.all == ["0", "7", "100", "17", "1", "2"])
  }

  @Test("R23: other task-locals that are bound in between")
  func otherTaskLocals() async {
    enum Other {
      @TaskLocal static var number: Int = 0
    }
    func check() {
      withPyxis({ $0.level = 1 }) {
        Other.$number.withValue(1) {
          withPyxis({ $0.level = 2 }) {
            Other.$number.withValue(2) {
              #expect(currentLevel() == 2 && Other.number == 2)
              withPyxis({ $0.level = 3 }) { #expect(currentLevel() == 3 && Other.number == 2) }
            }
            #expect(currentLevel() == 2 && Other.number == 1)
          }
          #expect(currentLevel() == 1 && Other.number == 1)
        }
        #expect(currentLevel() == 1 && Other.number == 0)
      }
    }
    check()
    await withPyxis({ $0.level = 9 }) {
      await Task.yield()
      check()
      #expect(currentLevel() == 9)
    }
  }
}

/// Opens scopes when it ends, on its actor.
@available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *)
@MainActor
private final class Model {
  private let log: Log

  init(_ log: Log) { self.log = log }

  isolated deinit {
    log.add("\(currentLevel())")
    withPyxis({ $0.level = 7 }) { log.add("\(currentLevel())") }
    withPyxis({ $0.level += 100 }) { log.add("\(currentLevel())") }
    withPyxis({ $0.level = 7 }) {
      withPyxis({ $0.level += 10 }) { log.add("\(currentLevel())") }
    }
  }
}
