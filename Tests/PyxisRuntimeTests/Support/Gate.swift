/// Holds tasks back until it is opened. A cancelled task passes, so a test's time limit ends it.
struct Gate: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func open() {
    continuation.finish()
  }

  func pass() async {
    for await _ in stream {}
  }
}
