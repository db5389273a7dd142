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

  /// Opens a scope of C's that has a capability, which opens another one when it ends.
  private func openScopeThatOpensAnother(_ left: Locked<[OpenScope]>) {
    var capability: pyxis_key = 0
    let status = pyxis_key_define_capability(
      "tests.closed.capability", PYXIS_ZERO_TERMINATED, 0, &capability, nil)
    #expect(status == PYXIS_OK)
    let configuration = captured(setting: number, to: 6)
    let number = number
    _ = Service.set(capability, of: configuration) {
      let reads = effectiveInteger(number) ?? -1
      let (inner, outer) = withPyxis({ $0[OtherKey.self] += 1 }) {
        (pyxisConfiguration[OtherKey.self], effectiveInteger(number))
      }
      #expect(inner == 6 && outer == reads)
      left.withLock { $0.append(openScope(setting: number, to: 77)) }
    }
    var scope: OpaquePointer?
    #expect(pyxis_scope_open(configuration, &scope) == PYXIS_OK)
    pyxis_configuration_release(configuration)
  }

  private func expectAllClosed(_ run: (() -> Void) -> Void) {
    let left = Locked<[OpenScope]>([])
    withPyxis({ $0[OtherKey.self] = 5 }) {
      run { openScopeThatOpensAnother(left) }
      #expect(effectiveInteger(number) == 0)
      #expect(pyxisConfiguration[OtherKey.self] == 5)
    }
    #expect(left.withLock { $0.map(close) } == [PYXIS_ERROR_INVALID_HANDLE])
  }

  @Test("R17: what a destructor leaves open that runs when a scope ends, ends with it")
  func leftOpenByDestructor() throws {
    @Sendable func check() {
      expectAllClosed { operation in runScope(setting: number, to: 1, operation) }
      expectAllClosed { operation in withPyxis({ $0[OtherKey.self] = 5 }, operation: operation) }
    }
    check()
    try onNewThread { check() }
  }

  @Test("R21: the end of a scope closes nothing of another task that inherited it")
  func otherTask() async {
    let number = number
    let (isOpen, hasEnded) = (Gate(), Gate())
    await ThreadActor().run { actor in
      let task = await withPyxis({ $0[OtherKey.self] = 1 }) {
        let task = Task {
          // On the actor's thread, like the scope.
          _ = actor
          let scope = openScope(setting: number, to: 50)
          isOpen.open()
          await hasEnded.pass()
          #expect(effectiveInteger(number) == 50)
          #expect(pyxisConfiguration[OtherKey.self] == 1)
          #expect(close(scope) == PYXIS_OK)
        }
        await isOpen.pass()
        return task
      }
      hasEnded.open()
      await task.value
    }
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
