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

  /// Starts a thread that does some work.
  init(stackSize: Int = 1 << 20, _ work: @escaping @Sendable () throws -> Success) {
    let thread = Thread { [self] in
      let result = Result { try work() }
      outcome.withLock { $0 = result }
      finished.send()
    }
    thread.stackSize = stackSize
    thread.start()
  }

  /// Waits for the work, and returns or throws what it did.
  func result() throws -> Success {
    try finished.wait()
    guard let outcome = outcome.withLock({ $0 }) else { throw DeadlineExceeded() }
    return try outcome.get()
  }
}

/// Does some work on a thread of its own.
func onNewThread<Success: Sendable>(
  stackSize: Int = 1 << 20, _ work: @escaping @Sendable () throws -> Success
) throws -> Success {
  try TestThread(stackSize: stackSize, work).result()
}

/// Does some work on several threads, which begin it at once, and returns their results in order.
func onNewThreads<Success: Sendable>(
  _ count: Int, _ work: @escaping @Sendable (_ number: Int) throws -> Success
) throws -> [Success] {
  let missing = Counter(count)
  let threads = (0..<count).map { number in
    TestThread {
      missing.add(-1)
      try spin { missing.value == 0 }
      return try work(number)
    }
  }
  return try threads.map { try $0.result() }
}

/// Lets other threads run until something holds.
func spin(until holds: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(deadline)
  while try !holds() {
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
