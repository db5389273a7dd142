import Foundation

/// An actor that has a thread to itself: all its jobs run there.
actor ThreadActor {
  private let executor = ThreadExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Runs some work on the actor's thread.
  func run(_ work: @Sendable (isolated ThreadActor) async throws -> Void) async rethrows {
    try await work(self)
  }
}

/// Runs jobs on one thread, until nobody needs it any more.
private final class ThreadExecutor: SerialExecutor {
  private let jobs: AsyncJobs

  init() {
    let jobs = AsyncJobs()
    self.jobs = jobs
    Thread { jobs.runAll() }.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(UnownedJob(job), executor: asUnownedSerialExecutor())
  }

  deinit {
    jobs.end()
  }
}

/// Jobs that wait for their thread.
private final class AsyncJobs: Sendable {
  private let waiting = Locked<[@Sendable () -> Void]>([])
  private let isEnded = Locked(false)
  private let available = DispatchSemaphore(value: 0)

  func add(_ job: UnownedJob, executor: UnownedSerialExecutor) {
    waiting.withLock { $0.append { job.runSynchronously(on: executor) } }
    available.signal()
  }

  func end() {
    isEnded.withLock { $0 = true }
    available.signal()
  }

  func runAll() {
    while true {
      available.wait()
      let job = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let job { job() } else if isEnded.withLock({ $0 }) { return }
    }
  }
}
