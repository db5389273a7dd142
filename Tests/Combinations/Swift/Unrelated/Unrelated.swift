// A Swift library that knows nothing of Pyxis, and brings the Swift runtime that libraries share.

import Dispatch

/// The work of another language.
public typealias Operation = @convention(c) (UnsafeMutableRawPointer?) -> Void

private protocol Shape {
  var area: Int64 { get }
}

private struct Square: Shape, Hashable {
  let side: Int64
  var area: Int64 { side * side }
}

private enum Local {
  @TaskLocal static var value: Int64 = 0
}

/// Does what needs the runtime: generics, dictionaries, casts and strings.
@c(unrelated_work)
public func work(_ count: Int64) -> Int64 {
  var sides: [Square: [any Sendable]] = [:]
  for side in 1...count {
    sides[Square(side: side)] = ["side \(side)", side]
  }
  return sides.reduce(0) { sum, entry in
    let shape: any Shape = entry.key
    let side = entry.value.lazy.compactMap { $0 as? Int64 }.first ?? 0
    return sum + (entry.value[0] as? String == "side \(side)" ? shape.area : 0)
  }
}

/// Runs an operation inside a task that has suspended and has a task-local of its own.
///
/// - Returns: The task-local as it was after the operation.
@c(unrelated_run_in_task)
public func runInTask(
  _ value: Int64, _ operation: Operation, _ userData: UnsafeMutableRawPointer?
) -> Int64 {
  nonisolated(unsafe) let operation = operation
  nonisolated(unsafe) let userData = userData
  nonisolated(unsafe) var result: Int64 = 0
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await Local.$value.withValue(value) {
      await Task.yield()
      operation(userData)
      await Task.yield()
      result = Local.value
    }
    done.signal()
  }
  done.wait()
  return result
}
