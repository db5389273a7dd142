import Foundation
import PyxisSpawn

/// Tells the thread that watches a host that nobody waits for it any more.
final class Cancellation: Sendable {
  /// The end of a pipe that is readable once the launch was cancelled: the end of file is the
  /// message. Open until `finish()`.
  let readEnd: Int32

  private let state: Locked<State>

  private struct State: Sendable {
    /// The pipe's other end; -1 when it is closed.
    var writeEnd: Int32
    var isSent = false
    var isFinished = false

    mutating func closeWriteEnd() {
      if writeEnd >= 0 { close(writeEnd) }
      writeEnd = -1
    }
  }

  /// Makes a message that was not sent yet.
  init() throws(PyxisLaunchError) {
    var numbers: (read: Int32, write: Int32) = (-1, -1)
    let error = pyxis_spawn_pipe(&numbers.read, &numbers.write)
    guard error == 0 else {
      throw .systemFailure(reason: "cannot make a pipe: \(errorText(error))")
    }
    readEnd = numbers.read
    state = Locked(State(writeEnd: numbers.write))
  }

  deinit {
    finish()
  }

  /// Sends the message; again, or after the launch, is fine.
  func send() {
    state.withLock {
      $0.isSent = true
      $0.closeWriteEnd()
    }
  }

  /// Whether the message was sent.
  var isSent: Bool { state.withLock(\.isSent) }

  /// Closes the pipe; for the thread that watches, when it is done.
  func finish() {
    state.withLock {
      $0.closeWriteEnd()
      if !$0.isFinished { close(readEnd) }
      $0.isFinished = true
    }
  }
}
