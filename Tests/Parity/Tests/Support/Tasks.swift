import Dispatch

/// An event that tasks wait for, with a deadline, without holding a thread.
final class AsyncEvent: Sendable {
  private struct State {
    var outcome: Result<Void, DeadlineExceeded>?
    var waiters: [CheckedContinuation<Result<Void, DeadlineExceeded>, Never>] = []
  }

  private let state = Locked(State())

  func signal() {
    end(.success(()))
  }

  func wait() async throws {
    DispatchQueue.global().asyncAfter(deadline: .now() + deadline) { [weak self] in
      self?.end(.failure(DeadlineExceeded()))
    }
    let outcome = await withCheckedContinuation { waiter in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiters.append(waiter) }
        return state.outcome
      }
      if let outcome { waiter.resume(returning: outcome) }
    }
    try outcome.get()
  }

  private func end(_ outcome: Result<Void, DeadlineExceeded>) {
    let waiters = state.withLock { state in
      if state.outcome == nil { state.outcome = outcome }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }
}

/// Tasks that were started somewhere and are waited for somewhere else.
final class TaskList: Sendable {
  private let tasks = Locked<[Task<Void, any Error>]>([])

  var all: [Task<Void, any Error>] { tasks.withLock { $0 } }

  func add(_ task: Task<Void, any Error>) {
    tasks.withLock { $0.append(task) }
  }
}
