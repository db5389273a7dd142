import CPyxis
import PyxisCore
import Testing

/// Scopes and Swift tasks (R20).
@Suite("Scopes and tasks", .generousTimeLimit)
struct ScopeTaskTests {
  @Test(arguments: Scenario.scopeTasks)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let scopeTasks: [Scenario] = [
    .asynchronous("R20: a task started in an operation inherits its scope and keeps it") {
      try await startedTasksSee(inherited: 1) { start in
        try runScope(configuration(withDepth: 1), start)
      }
    },
    .asynchronous("R20: a task started in an operation on a thread inherits its scope and keeps it")
    {
      try await startedTasksSee(inherited: 1) { start in
        try onNewThread { try runScope(configuration(withDepth: 1), start) }
      }
    },
    .asynchronous("R20: a task started in an open scope does not inherit it") {
      try await startedTasksSee(inherited: Depth.defaultValue) { start in
        let scope = try Handle.openScope(configuration(withDepth: 1))
        try start()
        #expect(scope.release() == .ok)
      }
    },
    .asynchronous("R20: a task started in an open scope inherits the operation's scope around it") {
      try await startedTasksSee(inherited: 1) { start in
        try runScope(configuration(withDepth: 1)) {
          let scope = try Handle.openScope(configuration(withDepth: 2))
          try start()
          #expect(scope.release() == .ok)
        }
      }
    },
    .asynchronous("R20: a task started in an operation inside withPyxis inherits the inner one") {
      try await startedTasksSee(inherited: 2) { start in
        try withPyxis {
          $0[Depth.self] = 1
        } operation: {
          try runScope(configuration(withDepth: 2), start)
        }
      }
    },
    .asynchronous(
      "R23: C reads the scope of an asynchronous withPyxis, before and after suspending"
    ) {
      try await withPyxis {
        $0[Depth.self] = 1
      } operation: {
        try expectDepth(1)
        await Task.yield()
        try expectDepth(1)
        async let child: Void = expectDepth(1)
        try await child
        try await withPyxis(pyxisConfiguration) {
          await Task.yield()
          try runScope(configuration(withDepth: 2)) { try expectDepth(2) }
        }
      }
      try expectDepth(Depth.defaultValue)
    },
    .asynchronous("R20: an open scope is not seen by another task on its thread") {
      try await onOneThread {
        let scope = try Handle.openScope(configuration(withDepth: 1))
        try await Task { @OneThread in try expectDepth(Depth.defaultValue) }.value
        try await Task.detached { @OneThread in try expectDepth(Depth.defaultValue) }.value
        try expectDepth(1)
        #expect(scope.release() == .ok)
      }
    },
    .asynchronous("tasks that take turns on one thread close their scopes in any order") {
      try await onOneThread {
        let first = try Handle.openScope(configuration(withDepth: 1))
        let (entered, leave) = (AsyncEvent(), AsyncEvent())
        let other = Task { @OneThread in
          let second = try Handle.openScope(configuration(withDepth: 2))
          entered.signal()
          try await leave.wait()
          try expectDepth(2)
          #expect(second.release() == .ok)
          try expectDepth(Depth.defaultValue)
        }
        try await entered.wait()
        try expectDepth(1)
        #expect(first.release() == .ok)
        try expectDepth(Depth.defaultValue)
        leave.signal()
        try await other.value
      }
    },
    .asynchronous("a scope of one task does not close in another one on its thread") {
      try await onOneThread {
        let scope = try Handle.openScope(configuration(withDepth: 1))
        await Task { @OneThread in
          #expect(scope.release() == .wrongOrder)
        }.value
        try expectDepth(1)
        #expect(scope.release() == .ok)
      }
    },
    .asynchronous("an open scope counts within its own withPyxis only") {
      try await onOneThread {
        try await withPyxis {
          $0[Depth.self] = 1
        } operation: {
          let scope = try Handle.openScope(configuration(withDepth: 2))
          try await withPyxis {
            $0[Depth.self] = 3
          } operation: {
            await Task.yield()
            try expectDepth(3)
            #expect(scope.release() == .wrongOrder)
          }
          try expectDepth(2)
          #expect(scope.release() == .ok)
          try expectDepth(1)
        }
      }
    },
    .asynchronous("the end of an asynchronous withPyxis closes what it left open") {
      try await onOneThread {
        var left: Handle?
        try await withPyxis {
          $0[Depth.self] = 1
        } operation: {
          left = try Handle.openScope(configuration(withDepth: 2))
          await Task.yield()
          try expectDepth(2)
        }
        try expectDepth(Depth.defaultValue)
        #expect(abi.pyxis_scope_close(left) == .invalidHandle)
      }
    },
    .asynchronous("a task that goes on on another thread left its open scope behind") {
      try await onOneThread {
        let scope = try Handle.openScope(configuration(withDepth: 1))
        try await onOtherThread {
          try expectDepth(Depth.defaultValue)
          #expect(scope.release() == .wrongThread)
          let other = try Handle.openScope(configuration(withDepth: 2))
          try expectDepth(2)
          #expect(other.release() == .ok)
        }
        try expectDepth(1)
        #expect(scope.release() == .ok)
        try expectDepth(Depth.defaultValue)
      }
    },
    .asynchronous("an operation inside a task group's body may add tasks to the group") {
      try await withThrowingTaskGroup(of: Void.self) { group in
        try runScope(configuration(withDepth: 1)) {
          try expectDepth(1)
          group.addTask { try expectDepth(1) }
        }
        group.addTask { try expectDepth(Depth.defaultValue) }
        let scope = try Handle.openScope(configuration(withDepth: 2))
        group.addTask { try expectDepth(Depth.defaultValue) }
        #expect(scope.release() == .ok)
        try await group.waitForAll()
      }
    },
    .asynchronous("R21: hundreds of tasks with scopes never see each other") {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          group.addTask {
            let depth = Int64(number)
            try await withPyxis {
              $0[Depth.self] = depth
            } operation: {
              try expectDepth(depth)
              await Task.yield()
              try runScope(configuration(withDepth: -2 - depth)) { try expectDepth(-2 - depth) }
              await Task.yield()
              try expectDepth(depth)
            }
          }
        }
        try await group.waitForAll()
      }
      try expectDepth(Depth.defaultValue)
    },
  ]
}

/// Starts a task and a detached task in some scope, and checks what they see when it is gone.
private func startedTasksSee(
  inherited: Int64, _ enter: (_ start: @escaping @Sendable () throws -> Void) throws -> Void
) async throws {
  let left = AsyncEvent()
  let tasks = TaskList()
  try enter {
    tasks.add(
      Task {
        try await left.wait()
        try expectDepth(inherited)
      })
    tasks.add(
      Task.detached {
        try await left.wait()
        try expectDepth(Depth.defaultValue)
      })
  }
  try expectDepth(Depth.defaultValue)
  left.signal()
  for task in tasks.all { try await task.value }
  #expect(tasks.all.count == 2)
}

/// Runs work in the test's task, on one thread for all tasks that ask for it.
@OneThread
private func onOneThread(_ work: @OneThread () async throws -> Void) async throws {
  try await work()
}

/// Runs work in the test's task, on another thread.
@OtherThread
private func onOtherThread(_ work: @OtherThread () async throws -> Void) async throws {
  try await work()
}
