import Foundation

/// What became of one row of a matrix.
public struct PyxisMatrixRun: Sendable, Identifiable {
  /// The row.
  public let row: PyxisMatrixRow

  /// What became of its launch; an error if there was none.
  public let result: Result<PyxisRun, PyxisLaunchError>

  /// The row's identifier.
  public var id: String { row.id }

  /// The run.
  ///
  /// - Throws: ``PyxisLaunchError`` if there was no launch.
  public func run() throws(PyxisLaunchError) -> PyxisRun { try result.get() }
}

extension PyxisRecorder {
  /// Launches a host once for each row of a matrix, several at a time.
  ///
  /// A launch starts as soon as another one ends, so that no core waits for the slowest of a group.
  ///
  /// - Parameters:
  ///   - matrix: The rows.
  ///   - configuration: What is launched, with the variants of each row added.
  ///   - width: How many launches go on at the same time: as many as the machine has cores, if
  ///     nothing else is said. At least one does.
  ///   - finished: Called after each launch, in the order in which they end, one call at a time.
  /// - Returns: What became of each row, in their order. A row that could not be launched does not
  ///   keep the others from it.
  /// - Throws: `CancellationError` if the task is cancelled, after all hosts were ended.
  public func record(
    _ matrix: PyxisMatrix, launching configuration: PyxisLaunchConfiguration,
    atOnce width: Int = ProcessInfo.processInfo.activeProcessorCount,
    finished: (PyxisMatrixRun) -> Void = { _ in }
  ) async throws -> [PyxisMatrixRun] {
    try Task.checkCancellation()
    return try await withThrowingTaskGroup(of: (Int, PyxisMatrixRun).self) { group in
      var runs = [PyxisMatrixRun?](repeating: nil, count: matrix.count)
      for (position, row) in matrix.enumerated() {
        if position >= max(width, 1), let (position, run) = try await group.next() {
          runs[position] = run
          finished(run)
        }
        group.addTask {
          (position, try await record(row, launching: configuration))
        }
      }
      for try await (position, run) in group {
        runs[position] = run
        finished(run)
      }
      return runs.compactMap(\.self)
    }
  }

  /// Launches a host for one row.
  private func record(
    _ row: PyxisMatrixRow, launching configuration: PyxisLaunchConfiguration
  ) async throws -> PyxisMatrixRun {
    do {
      return PyxisMatrixRun(
        row: row, result: .success(try await launch(row.launching(configuration))))
    } catch let error as PyxisLaunchError {
      return PyxisMatrixRun(row: row, result: .failure(error))
    }
  }
}
