// The part in Swift: a plugin that C and Python open, and that uses the copy of the process.

import Dispatch
import PyxisCore
import PyxisRuntime

private enum RetriesKey: PyxisConfigurationKey {
  static var name: String? { "retries" }
  static var defaultValue: Int64 { 3 }
}

private struct Reader {
  @Pyxis(RetriesKey.self) var retries: Int64
}

/// The work of another language, which is called where it was handed over.
public typealias Operation = @convention(c) (UnsafeMutableRawPointer?) -> Void

/// Reads the entry through a reader that outlives every scope (R6).
private let reader = Reader()

/// Reads the entry.
@c(swift_part_read)
public func read() -> Int64 {
  reader.retries
}

/// Runs an operation in a scope.
@c(swift_part_run)
public func run(_ value: Int64, _ operation: Operation, _ userData: UnsafeMutableRawPointer?) {
  withPyxis {
    $0[RetriesKey.self] = value
  } operation: {
    operation(userData)
  }
}

/// Runs an operation in a scope that is open in a task, and waits for the task.
///
/// - Returns: What the task read after the operation, and after a suspension in the scope.
@c(swift_part_run_in_task)
public func runInTask(
  _ value: Int64, _ operation: Operation, _ userData: UnsafeMutableRawPointer?
) -> Int64 {
  nonisolated(unsafe) let operation = operation
  nonisolated(unsafe) let userData = userData
  nonisolated(unsafe) var result: Int64 = 0
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    result = await withPyxis {
      $0[RetriesKey.self] = value
    } operation: {
      operation(userData)
      await Task.yield()
      return reader.retries
    }
    done.signal()
  }
  done.wait()
  return result
}

/// Starts a task in what is in force here, and returns what the task reads.
@c(swift_part_read_in_task)
public func readInTask() -> Int64 {
  nonisolated(unsafe) var result: Int64 = 0
  let done = DispatchSemaphore(value: 0)
  Task {
    result = reader.retries
    done.signal()
  }
  done.wait()
  return result
}

/// Prepares the process with `retries` requested as 7.
///
/// - Returns: Whether it was prepared by this call; only the main thread can.
@c(swift_part_prepare)
public func prepare() -> Int32 {
  MainActor.assumeIsolated {
    let environment = ["PYXIS_BOOTSTRAP": #"{"version":1,"requested":{"retries":"7"}}"#]
    let report = try? preparePyxis(environment: environment) {
      $0[RetriesKey.self] = $0.requested["retries"].flatMap { Int64($0) } ?? 0
    }
    return report == nil ? 0 : 1
  }
}
