/// Lets so many launches go on at the same time, and the others wait for their turn.
final class LaunchGate: Sendable {
  /// For all launches of this process that say nothing else: as many as leave most of the 1,024
  /// files that a process may usually have open to others.
  static let shared = LaunchGate(width: 64)

  private struct State: Sendable {
    var free: Int
    var waiting: [(number: Int, task: CheckedContinuation<Void, any Error>)] = []
    var nextNumber = 0

    /// Those that were cancelled before they began to wait.
    var cancelled: Set<Int> = []
  }

  private let state: Locked<State>

  /// Makes a gate.
  ///
  /// - Parameter width: How many may be inside at the same time; at least one may.
  init(width: Int) {
    state = Locked(State(free: max(width, 1)))
  }

  /// Runs an operation inside the gate.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits; what the operation
  ///   throws.
  func run<Result>(_ operation: () async throws -> Result) async throws -> Result {
    try await enter()
    defer { leave() }
    return try await operation()
  }

  /// Waits until there is room, first come, first served.
  private func enter() async throws {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { task in
        wait(number, task)
      }
    } onCancel: {
      cancel(number)
    }
    // Cancelled when it was in already: then nobody looks for it any more.
    state.withLock { _ = $0.cancelled.remove(number) }
  }

  /// Goes in, or waits; a task that was cancelled before does neither.
  private func wait(_ number: Int, _ task: CheckedContinuation<Void, any Error>) {
    let result: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
      if state.free > 0 {
        state.free -= 1
        return .success(())
      }
      state.waiting.append((number, task))
      return nil
    }
    if let result { task.resume(with: result) }
  }

  /// Ends a task's waiting, if it waits or is about to.
  private func cancel(_ number: Int) {
    let task = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard let position = state.waiting.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.waiting.remove(at: position).task
    }
    task?.resume(throwing: CancellationError())
  }

  /// Makes room for the next one.
  private func leave() {
    let task = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst().task
    }
    task?.resume()
  }
}
