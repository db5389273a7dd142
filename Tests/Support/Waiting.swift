import Foundation
import Synchronization

/// Whether the thread sanitizer is in this process: with it, the child of many threads may hang,
/// and no child may start threads.
package let isThreadSanitized: Bool = dlsym(nil, "__tsan_init") != nil

/// Whether a sanitizer is in this process, which makes everything much slower.
package let isSanitized: Bool = isThreadSanitized || dlsym(nil, "__asan_init") != nil

/// How long a test waits for anything, in seconds. All tests share the processors meanwhile.
package let deadline: Int = isSanitized ? 1200 : 120

/// Something did not happen in time.
package struct DeadlineExceeded: Error {}

/// Ends this process if it still runs after so many seconds: what a test's child calls first.
package func endProcessAfterDeadline(_ seconds: Int = deadline) {
  alarm(UInt32(seconds))
}

/// What one thread sends, once, and others wait for.
package final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func send() {
    semaphore.signal()
  }

  package func wait() throws {
    guard semaphore.wait(timeout: .now() + .seconds(deadline)) == .success else {
      throw DeadlineExceeded()
    }
    semaphore.signal()
  }
}

/// Lets other threads run until something holds.
package func spin(until holds: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(deadline)
  while try !holds() {
    guard ContinuousClock.now < end else { throw DeadlineExceeded() }
    sched_yield()
  }
}

/// A number that threads count up and down.
package final class Counter: Sendable {
  private let count: Atomic<Int>

  package init(_ count: Int = 0) {
    self.count = Atomic(count)
  }

  package var value: Int { count.load(ordering: .acquiring) }

  package func add(_ number: Int = 1) {
    count.add(number, ordering: .acquiringAndReleasing)
  }
}

/// What several threads add to, in order.
package final class Log: Sendable {
  private let lines = Locked<[String]>([])

  package init() {}

  package var all: [String] { lines.withLock { $0 } }

  package func add(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
