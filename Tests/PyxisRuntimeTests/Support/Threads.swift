import Foundation
import Synchronization

/// How long a test waits for anything, in seconds.
let deadline: Int = 120

/// Something did not happen in time.
struct DeadlineExceeded: Error {}

/// Ends this process if it still runs after so many seconds: what a test's child calls first.
func endProcessAfterDeadline(_ seconds: Int = deadline) {
  alarm(UInt32(seconds))
}

/// What one thread sends, once, and others wait for.
final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func send() {
    semaphore.signal()
  }

  func wait() throws {
    guard semaphore.wait(timeout: .now() + .seconds(deadline)) == .success else {
      throw DeadlineExceeded()
    }
    semaphore.signal()
  }
}

/// A thread outside of Swift's tasks.
final class TestThread<Success: Sendable>: Sendable {
  private let outcome = Mutex<Result<Success, any Error>?>(nil)
  private let finished = Signal()
  private let thread = Mutex<pthread_t?>(nil)

  /// Starts a thread that does some work.
  init(_ work: @escaping @Sendable () throws -> Success) throws {
    let started = try startThread { [outcomeOf = self] in
      let result = Result { try work() }
      outcomeOf.outcome.withLock { $0 = result }
      outcomeOf.finished.send()
    }
    thread.withLock { $0 = started }
  }

  /// Waits until the thread is gone, and returns or throws what its work did.
  func result() throws -> Success {
    try finished.wait()
    if let thread = thread.withLock({ $0.take() }) { pthread_join(thread, nil) }
    guard let outcome = outcome.withLock({ $0 }) else { throw DeadlineExceeded() }
    return try outcome.get()
  }
}

private func startThread(_ run: @escaping @Sendable () -> Void) throws -> pthread_t {
  final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(run))
  let code = pthread_create(
    &thread, nil,
    { argument in
      if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, work.toOpaque())
  guard code == 0 else { throw POSIXError(.EAGAIN) }
  return thread
}

/// Does some work on a thread of its own, which is gone when this returns.
func onNewThread<Success: Sendable>(
  _ work: @escaping @Sendable () throws -> Success
) throws -> Success {
  try TestThread(work).result()
}

/// Does some work on several threads, which begin it at once, and returns their results in order.
func onNewThreads<Success: Sendable>(
  _ count: Int, _ work: @escaping @Sendable (_ number: Int) throws -> Success
) throws -> [Success] {
  let missing = Counter(count)
  let threads = try (0..<count).map { number in
    try TestThread {
      missing.add(-1)
      try spin { missing.value <= 0 }
      return try work(number)
    }
  }
  return try threads.map { try $0.result() }
}

/// Lets other threads run until something holds.
func spin(until holds: () -> Bool) throws {
  let end = ContinuousClock.now + .seconds(deadline)
  while !holds() {
    guard ContinuousClock.now < end else { throw DeadlineExceeded() }
    sched_yield()
  }
}

/// A number that threads count up and down.
final class Counter: Sendable {
  private let count: Atomic<Int>

  init(_ count: Int = 0) {
    self.count = Atomic(count)
  }

  var value: Int { count.load(ordering: .acquiring) }

  func add(_ number: Int = 1) {
    count.add(number, ordering: .acquiringAndReleasing)
  }
}

/// What several threads add to, in order.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
