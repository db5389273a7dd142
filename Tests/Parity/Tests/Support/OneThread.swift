import Dispatch
import Foundation

/// An actor whose work all runs on one thread, which the main actor does not promise everywhere.
@globalActor
actor OneThread {
  static let shared = OneThread()

  private let executor = ThreadExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// Like ``OneThread``, with a thread of its own.
@globalActor
actor OtherThread {
  static let shared = OtherThread()

  private let executor = ThreadExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// Runs jobs one after the other, on a thread that lives as long as the process.
private final class ThreadExecutor: SerialExecutor {
  private let jobs = Locked<[UnownedJob]>([])
  private let wakeUp = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [self] in
      while true {
        wakeUp.wait()
        guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
        job.runSynchronously(on: asUnownedSerialExecutor())
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    wakeUp.signal()
  }
}
