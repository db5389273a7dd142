import Dispatch
import Synchronization

/// Runs the jobs of an actor one after another, and counts them.
final class CountingExecutor: SerialExecutor {
  private let count = Atomic(0)
  private let queue = DispatchQueue(label: "counting")

  var jobs: Int { count.load(ordering: .acquiring) }

  func enqueue(_ job: consuming ExecutorJob) {
    count.add(1, ordering: .acquiringAndReleasing)
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}

/// Runs the jobs of tasks that prefer it, and counts them.
final class CountingTaskExecutor: TaskExecutor {
  private let count = Atomic(0)
  private let queue = DispatchQueue(label: "counting tasks")

  var jobs: Int { count.load(ordering: .acquiring) }

  func enqueue(_ job: consuming ExecutorJob) {
    count.add(1, ordering: .acquiringAndReleasing)
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
