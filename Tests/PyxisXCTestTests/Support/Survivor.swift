import Foundation

/// Tells when a process has ended that no test can wait for: it holds a FIFO open until then.
final class Survivor: Sendable {
  let path: String
  private let descriptor: Int32

  init(in folder: TemporaryFolder) throws {
    path = folder.path + "/survivor"
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit {
    close(descriptor)
  }

  /// Waits until something was written to the FIFO.
  func waitForText() async -> Bool { await wait(for: POLLIN) }

  /// Waits until nobody has the FIFO open who had it.
  func waitForEnd() async -> Bool { await wait(for: POLLHUP) }

  /// Waits on a thread of its own: those that tasks share are for tasks that go on.
  private func wait(for event: Int32) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var events = pollfd(
          fd: descriptor, events: event == POLLHUP ? 0 : Int16(event), revents: 0)
        let count = poll(&events, 1, Int32(deadline) * 1000)
        continuation.resume(returning: count == 1 && events.revents & Int16(event) != 0)
      }
    }
  }
}
