import PyxisCore
import Testing

/// The diagnostic handler is the process's, so each test has a process of its own.
@Suite("Diagnostics")
struct DiagnosticsTests {
  @Test("A message goes to standard error as a line, until there is a handler and after it")
  func standardError() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      endProcessAfterDeadline()
      PyxisDiagnostics.report("first ż")
      let messages = Messages()
      PyxisDiagnostics.report("second")
      #expect(messages.all == ["second"])
      PyxisDiagnostics.setHandler(nil)
      PyxisDiagnostics.report("third")
      #expect(messages.all == ["second"])
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(lines == "pyxis: first ż\npyxis: third\n")
  }

  @Test("R11: a handler calls the library, sets another handler, and waits for a thread that does")
  func handlerUsesTheLibrary() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let (outer, inner) = (Counter(), Counter())
      PyxisDiagnostics.setHandler { _ in
        outer.add()
        #expect(throws: Never.self) {
          try onNewThread {
            PyxisDiagnostics.setHandler { _ in inner.add() }
            try NamedKey.register()
            PyxisDiagnostics.report("from inside")
          }
          _ = withPyxis({ $0[NamedKey.self] = 1 }) { pyxisConfiguration[NamedKey.self] }
        }
      }
      PyxisDiagnostics.report("from outside")
      PyxisDiagnostics.report("from outside")
      #expect(outer.value == 1)
      #expect(inner.value == 2)
    }
  }

  @Test("R11: what a replaced handler owned goes while no lock is held, once")
  func replacedHandler() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let ends = Counter()
      let owned = Owned {
        ends.add()
        #expect(throws: Never.self) {
          try onNewThread {
            PyxisDiagnostics.report("at the end")
            try NamedKey.register()
          }
        }
      }
      PyxisDiagnostics.setHandler { [owned = consume owned] _ in withExtendedLifetime(owned) {} }
      PyxisDiagnostics.report("while it is there")
      #expect(ends.value == 0)
      let messages = Messages()
      #expect(ends.value == 1)
      #expect(messages.all == ["at the end"])
    }
  }

  @Test("Threads report while the handler is changed, and no message is lost")
  func changedMeanwhile() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let count = Counter()
      PyxisDiagnostics.setHandler { _ in count.add() }
      _ = try onNewThreads(4) { number in
        for _ in 0..<20_000 {
          if number == 0 {
            PyxisDiagnostics.setHandler { _ in count.add() }
          } else {
            PyxisDiagnostics.report("message")
          }
        }
      }
      #expect(count.value == 60_000)
    }
  }
}

/// Runs something when the last reference to it goes.
private final class Owned: Sendable {
  private let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
  deinit { end() }
}

private enum NamedKey: PyxisConfigurationKey {
  static var name: String? { "tests.diagnostics.named" }
  static var defaultValue: Int { 0 }
}
