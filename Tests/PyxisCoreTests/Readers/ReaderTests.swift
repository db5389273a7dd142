import PyxisCore
import Testing

@Suite("Readers")
struct ReaderTests {
  @Test("R6: a static reader follows every scope", arguments: Form.allCases)
  func staticReaders(form: Form) {
    follows { Statics.read(form) }
  }

  @Test("R6: a static property wrapper follows every scope")
  @MainActor
  func staticWrappers() {
    follows { StaticWrappers.density }
    follows { StaticWrappers.densityByKeyPath }
  }

  @Test("R6: a reader of an object that was made inside a scope follows the others too")
  func madeInsideScope() {
    let panel = withPyxis {
      $0.density = 99
    } operation: {
      Panel()
    }
    follows { panel.density }
    follows { panel.densityByKeyPath }
    let local = withPyxis({ $0.density = 99 }) { () -> @Sendable () -> Int in
      @Pyxis(\.density) var density
      return { density }
    }
    follows(local)
  }

  @Test("R6: a closure that captured a reader reads what is in force where it runs")
  func captured() {
    @Pyxis(DensityKey.self) var density
    @Pyxis(\.density) var densityByKeyPath
    follows { density }
    follows { densityByKeyPath }
    follows { [density = _density] in density.wrappedValue }
  }

  @Test("R6: a reader by key path runs the property's getter, which may read several entries")
  func computedProperty() {
    @Pyxis(\.area) var area
    #expect(area == 1)
    withPyxis {
      $0.density = 3
      $0.scale = 2
    } operation: {
      #expect(area == 12)
      withPyxis({ $0.scale = 1 }) { #expect(area == 3) }
    }
  }

  @Test("R6: readers follow scopes on threads and in tasks", arguments: Form.allCases)
  func threadsAndTasks(form: Form) async throws {
    try onNewThread { follows { Statics.read(form) } }
    await withPyxis {
      $0.density = 5
    } operation: {
      await Task.yield()
      #expect(Statics.read(form) == 5)
      async let child = Statics.read(form)
      #expect(await child == 5)
    }
    #expect(Statics.read(form) == 1)
  }

  @Test("R7: a snapshot keeps its values when the scope is gone")
  func snapshots() {
    var snapshots: [PyxisConfiguration] = []
    for density in 2..<40 {
      withPyxis {
        $0.density = density
        if density.isMultiple(of: 2) { $0.scale = density }
      } operation: {
        snapshots.append(pyxisConfiguration)
      }
    }
    for (density, snapshot) in zip(2..., snapshots) {
      #expect(snapshot.density == density)
      #expect(snapshot.scale == (density.isMultiple(of: 2) ? density : 1))
      withPyxis(snapshot) { #expect(Panel().density == density) }
    }
    #expect(pyxisConfiguration.density == 1)
  }

  @Test("R7: a snapshot that is entered elsewhere is in force there")
  func escapedScope() async throws {
    let scope = withPyxis({ $0.density = 7 }) { PyxisEscapedScope() }
    #expect(Panel().density == 1)
    #expect(scope { Panel().density } == 7)
    #expect(try onNewThread { (Panel().density, scope { Panel().density }) } == (1, 7))
    let detached = Task.detached {
      await scope {
        await Task.yield()
        return Panel().density
      }
    }
    #expect(await detached.value == 7)
  }
}

/// The ways to name what is read.
enum Form: CaseIterable, Sendable {
  case key, keyPath
}

// Swift 6 takes a static wrapper for mutable, so its type has an actor.
@MainActor
private enum StaticWrappers {
  @Pyxis(DensityKey.self) static var density
  @Pyxis(\.density) static var densityByKeyPath
}

private enum Statics {
  private static let density = Pyxis(DensityKey.self)
  private static let densityByKeyPath = Pyxis(\.density)

  static func read(_ form: Form) -> Int {
    switch form {
    case .key: density.wrappedValue
    case .keyPath: densityByKeyPath.wrappedValue
    }
  }
}

private struct Panel: Sendable {
  @Pyxis(DensityKey.self) var density
  @Pyxis(\.density) var densityByKeyPath
}

/// Checks that a reader resolves the effective configuration at every access.
private func follows(_ read: () -> Int, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(read() == 1, sourceLocation: sourceLocation)
  withPyxis {
    $0.density = 2
  } operation: {
    #expect(read() == 2, sourceLocation: sourceLocation)
    withPyxis({ $0.density = 3 }) { #expect(read() == 3, sourceLocation: sourceLocation) }
    withPyxis(PyxisConfiguration()) { #expect(read() == 1, sourceLocation: sourceLocation) }
    #expect(read() == 2, sourceLocation: sourceLocation)
  }
  #expect(read() == 1, sourceLocation: sourceLocation)
}

private enum DensityKey: PyxisConfigurationKey {
  static var name: String? { "tests.readers.density" }
  static var defaultValue: Int { 1 }
}

private enum ScaleKey: PyxisConfigurationKey {
  static var defaultValue: Int { 1 }
}

extension PyxisConfiguration {
  fileprivate var density: Int {
    get { self[DensityKey.self] }
    set { self[DensityKey.self] = newValue }
  }

  fileprivate var scale: Int {
    get { self[ScaleKey.self] }
    set { self[ScaleKey.self] = newValue }
  }

  fileprivate var area: Int { density * scale * scale }
}
