import CPyxis
import PyxisRuntime
import Synchronization
import Testing

/// C may close a scope that it opened while Swift uses what the scope shows.
@Suite("Scopes that C closes early", .serialized)
struct ClosedScopeTests {
  private let number = defineInteger("tests.closed.number")

  /// Opens a scope of C's that alone keeps a value alive, and returns it.
  private func openScopeWithValue(_ ends: Counter) -> OpenScope {
    var configuration = PyxisConfiguration()
    withPyxis {
      $0[ValueKey.self] = Value(ends)
    } operation: {
      configuration = pyxisConfiguration
    }
    let handle = withPyxis(configuration) { captured(setting: number, to: 1) }
    configuration = PyxisConfiguration()
    defer { pyxis_configuration_release(handle) }
    var scope: OpaquePointer?
    #expect(pyxis_scope_open(handle, &scope) == PYXIS_OK)
    return OpenScope(bitPattern: scope)
  }

  @Test("R17: an update that closes the scope around it has copied what it showed")
  func inUpdate() {
    let ends = Counter()
    let scope = openScopeWithValue(ends)
    withPyxis {
      #expect(close(scope) == PYXIS_OK)
      #expect($0[ValueKey.self]?.isAlive == true)
      $0[OtherKey.self] = 2
    } operation: {
      #expect(pyxisConfiguration[ValueKey.self]?.isAlive == true)
      #expect(effectiveInteger(number) == 1)
      #expect(ends.value == 0)
    }
    #expect(ends.value == 1)
    #expect(effectiveInteger(number) == 0)
  }

  @Test("R6: a property whose default closes the scope goes on reading what it showed")
  func inDefault() {
    let ends = Counter()
    let scope = openScopeWithValue(ends)
    ClosingKey.scope.withLock { $0 = scope }
    #expect(Pyxis(\.afterClosing).wrappedValue)
    #expect(ends.value == 1)
    #expect(close(scope) == PYXIS_ERROR_INVALID_HANDLE)
  }

  @Test("R6: the same of a snapshot that is read at once")
  func inDefaultOfSnapshot() {
    let ends = Counter()
    let scope = openScopeWithValue(ends)
    ClosingKey.scope.withLock { $0 = scope }
    #expect(pyxisConfiguration.afterClosing)
    #expect(ends.value == 1)
  }

  @Test("R23: and inside a Swift scope that the thread opened before")
  func insideSwiftScope() {
    withPyxis({ $0[OtherKey.self] = 1 }) {
      inUpdate()
      inDefault()
      #expect(pyxisConfiguration[OtherKey.self] == 1)
    }
  }
}

/// A value that says whether it is alive, and counts its end.
private final class Value: Sendable {
  private let ends: Counter
  private let state = Atomic(true)

  init(_ ends: Counter) { self.ends = ends }

  var isAlive: Bool { state.load(ordering: .acquiring) }

  deinit {
    state.store(false, ordering: .releasing)
    ends.add()
  }
}

private enum ValueKey: PyxisConfigurationKey {
  static var defaultValue: Value? { nil }
}

private enum OtherKey: PyxisConfigurationKey {
  static var defaultValue: Int { 0 }
}

/// A key whose default closes a scope.
private enum ClosingKey: PyxisConfigurationKey {
  static let scope = Locked<OpenScope>(0)

  static var defaultValue: Int { Int(close(scope.withLock { $0 })) }
}

extension PyxisConfiguration {
  /// Whether the value is there, read after the scope was closed.
  fileprivate var afterClosing: Bool {
    self[ClosingKey.self] == 0 && self[ValueKey.self]?.isAlive == true
  }
}
