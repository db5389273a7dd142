import PyxisCore
import Testing

private enum PlanKey: PyxisConfigurationKey {
  static var name: String? { "tests.origins.plan" }
  static var defaultValue: String { "free" }
}

private enum SeatsKey: PyxisConfigurationKey {
  static var name: String? { "tests.origins.seats" }
  static var defaultValue: Int { 1 }
}

private enum ServiceKey: PyxisConfigurationKey {
  static var defaultValue: @Sendable () -> Int { { 0 } }
}

@Suite("Origins")
struct OriginTests {
  @Test("An entry that nothing holds comes from the key")
  func keyDefault() {
    #expect(PyxisOrigin(of: PlanKey.self) == .keyDefault)
    withPyxis(label: "other") {
      $0[SeatsKey.self] = 2
    } operation: {
      #expect(PyxisOrigin(of: PlanKey.self) == .keyDefault)
    }
  }

  @Test("An entry comes from the update that set it, whatever else the update does")
  func busyUpdates() {
    func origin(_ update: (inout PyxisConfiguration) -> Void) -> PyxisOrigin {
      let kept = withPyxis(label: "setter", update) {
        var kept = pyxisConfiguration
        kept[PlanKey.self] = "later"
        return kept
      }
      return withPyxis(label: "shower", kept) {
        #expect(PyxisOrigin(of: PlanKey.self) == .scope(depth: 1, label: "shower"))
        return PyxisOrigin(of: SeatsKey.self)
      }
    }
    let origins = [
      origin { $0[SeatsKey.self] = 2 },
      origin {
        let before = $0
        $0[SeatsKey.self] = before[SeatsKey.self] + 1
        #expect(before[SeatsKey.self] == 1)
      },
      origin {
        withPyxis($0) {}
        $0[SeatsKey.self] = 2
      },
      origin { outer in
        withPyxis {
          $0[PlanKey.self] = "inner"
          outer[SeatsKey.self] = 2
        } operation: {
        }
      },
    ]
    for origin in origins { #expect(origin == .scope(depth: 1, label: "setter")) }
  }

  @Test("The same in updates of asynchronous scopes")
  func busyAsynchronousUpdates() async {
    let kept = await withPyxis(label: "setter") {
      let before = $0
      $0[SeatsKey.self] = before[SeatsKey.self] + 1
      withPyxis($0) {}
      #expect(before[SeatsKey.self] == 1)
    } operation: {
      await Task.yield()
      return pyxisConfiguration
    }
    withPyxis(label: "shower", kept) {
      #expect(PyxisOrigin(of: SeatsKey.self) == .scope(depth: 1, label: "setter"))
    }
  }

  @Test("An entry comes from the scope whose update set it, in scopes inside it too")
  func scopes() {
    withPyxis(label: "outer") {
      $0[PlanKey.self] = "team"
    } operation: {
      withPyxis {
        $0[SeatsKey.self] = 5
      } operation: {
        #expect(PyxisOrigin(of: PlanKey.self) == .scope(depth: 1, label: "outer"))
        #expect(PyxisOrigin(of: SeatsKey.self) == .scope(depth: 2, label: nil))
      }
      withPyxis(label: "inner") {
        $0[PlanKey.self] = "solo"
      } operation: {
        #expect(PyxisOrigin(of: PlanKey.self) == .scope(depth: 2, label: "inner"))
      }
      #expect(PyxisOrigin(of: PlanKey.self) == .scope(depth: 1, label: "outer"))
      #expect(PyxisOrigin(of: SeatsKey.self) == .keyDefault)
    }
  }

  @Test("What comes with a configuration comes from the scope that shows it")
  func configurations() {
    var configuration = PyxisConfiguration()
    configuration[PlanKey.self] = "team"
    withPyxis(configuration) {
      #expect(PyxisOrigin(of: PlanKey.self) == .scope(depth: 1, label: nil))
      withPyxis {
        $0[SeatsKey.self] = 3
      } operation: {
        #expect(PyxisOrigin(of: PlanKey.self) == .scope(depth: 1, label: nil))
        #expect(PyxisOrigin(of: SeatsKey.self) == .scope(depth: 2, label: nil))
      }
    }
    withPyxis(label: "again", configuration) {
      #expect(PyxisOrigin(of: PlanKey.self) == .scope(depth: 1, label: "again"))
    }
  }

  @Test("A label lives as long as what refers to it")
  func labels() async {
    let label = "a label of more than fifteen bytes"
    let task = withPyxis(label: label) {
      $0[PlanKey.self] = "team"
    } operation: {
      Task {
        await Task.yield()
        return PyxisOrigin(of: PlanKey.self)
      }
    }
    #expect(await task.value == .scope(depth: 1, label: label))
    let captured = withPyxis(label: label) {
      $0[PlanKey.self] = "solo"
    } operation: {
      pyxisConfiguration
    }
    withPyxis(label: "elsewhere", captured) {
      #expect(PyxisOrigin(of: PlanKey.self) == .scope(depth: 1, label: label))
    }
  }

  @Test("A description has every named key, in order, with type, value and origin")
  func description() throws {
    try PlanKey.register()
    try SeatsKey.register()
    withPyxis(label: "preview") {
      $0[PlanKey.self] = "te\"am"
      $0[ServiceKey.self] = { 7 }
    } operation: {
      let text = pyxisConfiguration.describe()
      #expect(text == pyxisConfiguration.description)
      #expect(
        text.contains(
          #"{"name":"tests.origins.plan","type":"string","value":"te\"am","#
            + #""origin":{"source":"scope","depth":1,"label":"preview"}}"#))
      #expect(
        text.contains(
          #"{"name":"tests.origins.seats","type":"int64","value":1,"#
            + #""origin":{"source":"default"}}"#))
      #expect(text.contains("ServiceKey"))
      let places = ["tests.origins.plan", "tests.origins.seats"].map { text.ranges(of: $0).first }
      if let plan = places[0], let seats = places[1] {
        #expect(plan.lowerBound < seats.lowerBound)
      } else {
        Issue.record("A key is missing in \(text)")
      }
    }
  }
}
