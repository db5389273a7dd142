import PyxisCore

/// Takes the diagnostics of this process. There is one handler for all, so only a test's child
/// process sets one.
final class Messages: Sendable {
  private let messages = Locked<[String]>([])

  /// Begins to take the diagnostics.
  init() {
    PyxisDiagnostics.setHandler { [self] message in messages.withLock { $0.append(message) } }
  }

  /// What came so far.
  var all: [String] { messages.withLock { $0 } }
}
