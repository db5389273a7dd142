import PyxisXCTest
import Testing

@Suite("The trait of Swift Testing", .pyxis { $0[SchemeKey.self] = "dark" })
struct TraitTests {
  /// Made in the scope of the suite.
  private let scheme = pyxisConfiguration[SchemeKey.self]

  @Test("A test has a scope of its own", .pyxis { $0[StatusKey.self] = "trial" })
  func own() async {
    #expect(pyxisConfiguration[StatusKey.self] == "trial")
    await Task.yield()
    #expect(pyxisConfiguration[StatusKey.self] == "trial")
    async let child = pyxisConfiguration[StatusKey.self]
    #expect(await child == "trial")
  }

  @Test("Another test does not see it")
  func other() {
    #expect(pyxisConfiguration[StatusKey.self] == "none")
  }

  @Test("A suite's scope surrounds its tests and its instances")
  func suite() {
    #expect(scheme == "dark")
    #expect(pyxisConfiguration[SchemeKey.self] == "dark")
  }

  @Test(
    "Traits apply from left to right, after the suite's",
    .pyxis { $0[SchemeKey.self] += " 1" }, .pyxis { $0[SchemeKey.self] += " 2" })
  func order() {
    #expect(pyxisConfiguration[SchemeKey.self] == "dark 1 2")
  }

  @Test(
    "Each case has a scope of its own", .pyxis { $0[StatusKey.self] += "!" }, arguments: 0..<20)
  func cases(number: Int) async {
    #expect(pyxisConfiguration[StatusKey.self] == "none!")
    await withPyxis {
      $0[StatusKey.self] += "\(number)"
    } operation: {
      await Task.yield()
      #expect(pyxisConfiguration[StatusKey.self] == "none!\(number)")
    }
  }

  @Test(
    "The scope is called as it is told to be", .pyxis(label: "named") { $0[StatusKey.self] = "x" })
  func label() {
    #expect(PyxisOrigin(of: StatusKey.self) == .scope(depth: 2, label: "named"))
  }

  @Test("It is called like the test otherwise", .pyxis { $0[StatusKey.self] = "x" })
  func name() {
    #expect(PyxisOrigin(of: StatusKey.self) == .scope(depth: 2, label: "name()"))
    #expect(PyxisOrigin(of: SchemeKey.self) == .scope(depth: 1, label: "TraitTests"))
  }

  @Suite("A suite inside")
  struct Inner {
    @Test("inherits the outer one's scope")
    func inherits() {
      #expect(pyxisConfiguration[SchemeKey.self] == "dark")
    }
  }
}

@Suite("Suites that run at the same time do not see each other's scopes")
struct IsolationTests {
  @Suite(.pyxis { $0[StatusKey.self] = "first" })
  struct First {
    @Test(arguments: 0..<50)
    func status(number: Int) async {
      await Task.yield()
      #expect(pyxisConfiguration[StatusKey.self] == "first")
    }
  }

  @Suite(.pyxis { $0[StatusKey.self] = "second" })
  struct Second {
    @Test(arguments: 0..<50)
    func status(number: Int) async {
      await Task.yield()
      #expect(pyxisConfiguration[StatusKey.self] == "second")
    }
  }

  @Test(arguments: 0..<50)
  func none(number: Int) async {
    await Task.yield()
    #expect(pyxisConfiguration[StatusKey.self] == "none")
  }
}

private enum StatusKey: PyxisConfigurationKey {
  static var name: String? { "tests.trait.status" }
  static var defaultValue: String { "none" }
}

private enum SchemeKey: PyxisConfigurationKey {
  static var name: String? { "tests.trait.scheme" }
  static var defaultValue: String { "system" }
}
