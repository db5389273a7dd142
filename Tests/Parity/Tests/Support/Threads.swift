import Dispatch
import Foundation

/// How long anything may take that a test waits for.
let deadline: DispatchTimeInterval = .seconds(TestSupport.deadline)

/// Something did not happen in time.
struct DeadlineExceeded: Error {}

/// An event that one thread signals and another one waits for.
final class Event: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() {
    semaphore.signal()
  }

  func wait() throws {
    guard semaphore.wait(timeout: .now() + deadline) == .success else { throw DeadlineExceeded() }
  }
}

/// A thread of its own, outside of Swift's tasks. Wait for it once.
final class TestThread<Success: Sendable>: Sendable {
  private let outcome: Outcome
  private let thread: pthread_t

  /// What became of the thread's work.
  private final class Outcome: Sendable {
    let result = Locked<Result<Success, any Error>?>(nil)
    let finished = Event()
  }

  /// Starts a thread that does some work.
  init(_ body: @escaping @Sendable () throws -> Success) throws {
    let outcome = Outcome()
    self.outcome = outcome
    thread = try startThread {
      let result = Result { try body() }
      outcome.result.withLock { $0 = result }
      outcome.finished.signal()
    }
  }

  /// Waits until the thread is gone, and returns or throws what its work did.
  func join() throws -> Success {
    try outcome.finished.wait()
    pthread_join(thread, nil)
    guard let result = outcome.result.withLock({ $0 }) else { throw DeadlineExceeded() }
    return try result.get()
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func startThread(_ body: @escaping @Sendable () -> Void) throws -> pthread_t {
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, Unmanaged.passRetained(ThreadBody(body)).toOpaque())
  guard code == 0 else { throw POSIXError(.EAGAIN) }
  return thread
}

/// Does some work on a thread of its own, which is gone when this returns.
func onNewThread<Success: Sendable>(
  _ work: @escaping @Sendable () throws -> Success
) throws -> Success {
  try TestThread(work).join()
}
