/// Holds tasks back until it is opened. A cancelled task passes, so a test's time limit ends it.
package struct Gate: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  package init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  package func open() {
    continuation.finish()
  }

  package func pass() async {
    for await _ in stream {}
  }
}
