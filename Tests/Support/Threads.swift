import Foundation

/// A thread outside of Swift's tasks.
package final class TestThread<Success: Sendable>: Sendable {
  private let outcome = Locked<Result<Success, any Error>?>(nil)
  private let finished = Signal()
  private let thread = Locked<pthread_t?>(nil)

  /// Starts a thread that does some work.
  package init(
    stackSize: Int = 1 << 20, _ work: @escaping @Sendable () throws -> Success
  ) throws {
    let started = try startThread(stackSize: stackSize) { [self] in
      let result = Result { try work() }
      outcome.withLock { $0 = result }
      finished.send()
    }
    thread.withLock { $0 = started }
  }

  /// Waits until the thread is gone, and returns or throws what its work did.
  package func result() throws -> Success {
    try finished.wait()
    if let thread = thread.withLock({ $0.take() }) { pthread_join(thread, nil) }
    guard let outcome = outcome.withLock({ $0 }) else { throw DeadlineExceeded() }
    return try outcome.get()
  }
}

private func startThread(
  stackSize: Int, _ run: @escaping @Sendable () -> Void
) throws -> pthread_t {
  final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackSize)
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(run))
  let code = pthread_create(
    &thread, &attributes,
    { argument in
      if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, work.toOpaque())
  guard code == 0 else {
    work.release()
    throw POSIXError(.EAGAIN)
  }
  return thread
}

/// Does some work on a thread of its own, which is gone when this returns.
package func onNewThread<Success: Sendable>(
  stackSize: Int = 1 << 20, _ work: @escaping @Sendable () throws -> Success
) throws -> Success {
  try TestThread(stackSize: stackSize, work).result()
}

/// Does some work on several threads, which begin it at once, and returns their results in order.
package func onNewThreads<Success: Sendable>(
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
