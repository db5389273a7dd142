import PyxisRuntime
import Testing

@Suite("Preparation: what runs when")
struct PreparationOrderTests {
  @Test("R10: configure runs first, then the adapters in the order of their keys' bytes")
  func order() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let log = Log()
      let keys = ["é", "B", "a.b", "\u{10FFFF}", "a", "e\u{300}", "\u{FFFF}", "ab", "a-b"]
      let adapters = keys.map { key in
        PyxisAdapter(key) { variant in
          #expect(variant == PyxisVariant(key: key, value: "value of \(key)"))
          log.add(key)
          return .applied(variant.value)
        }
      }
      let requested = PyxisVariants(keys.map { PyxisVariant(key: $0, value: "value of \($0)") })
      let report = try preparePyxis(environment: launch(requested), adapters: adapters) { _ in
        log.add("configure")
      }
      let sorted = ["B", "a", "a-b", "a.b", "ab", "e\u{300}", "é", "\u{FFFF}", "\u{10FFFF}"]
      #expect(log.all.map { Array($0.utf8) } == (["configure"] + sorted).map { Array($0.utf8) })
      #expect(report?.map { Array($0.key.utf8) } == sorted.map { Array($0.utf8) })
    }
  }

  @Test("R10: the staged configuration shows what was requested, and is in force for adapters")
  func staged() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let adapter = PyxisAdapter("locale") { variant in
        #expect(currentStatus() == "staged pl_PL")
        #expect(pyxisConfiguration.requested == ["locale": "pl_PL"])
        #expect(pyxisConfiguration.report == nil)
        withPyxis({ $0.status = "scoped" }) { #expect(currentStatus() == "scoped") }
        return .applied(variant.value)
      }
      try preparePyxis(environment: launch(["locale": "pl_PL"]), adapters: [adapter]) {
        #expect($0.requested == ["locale": "pl_PL"])
        #expect($0.report == nil)
        $0.status = "staged \($0.requested["locale"] ?? "")"
        // It is not in force yet.
        #expect(currentStatus() == "none")
        #expect(pyxisConfiguration.requested.isEmpty)
      }
      #expect(currentStatus() == "staged pl_PL")
      #expect(pyxisConfiguration.report == PyxisBootstrapReport(["locale": .applied("pl_PL")]))
    }
  }

  @Test("R10: threads see nothing of the staged configuration, and all of the published one")
  func otherThreads() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let adapter = PyxisAdapter("locale") { variant in
        let seen = try onNewThread { (currentStatus(), pyxisConfiguration.requested.isEmpty) }
        #expect(seen == ("none", true))
        return .applied(variant.value)
      }
      try preparePyxis(environment: launch(["locale": "pl_PL"]), adapters: [adapter]) {
        $0.status = "prepared"
      }
      let published = try onNewThread { (currentStatus(), pyxisConfiguration.report?.count) }
      #expect(published == ("prepared", 1))
      #expect(await Task.detached { currentStatus() }.value == "prepared")
    }
  }

  @Test("R9: preparation starts from the process default, also when it is called inside a scope")
  func insideScope() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let adapter = PyxisAdapter("locale") { variant in
        #expect(currentStatus() == "none")
        #expect(pyxisConfiguration[OtherKey.self] == 2)
        return .applied(variant.value)
      }
      try withPyxis {
        $0.status = "scoped"
        $0[OtherKey.self] = 1
      } operation: {
        try preparePyxis(environment: launch(["locale": "pl_PL"]), adapters: [adapter]) {
          #expect($0.status == "none")
          #expect($0[OtherKey.self] == 0)
          $0[OtherKey.self] = 2
        }
        // The scope goes on as it was.
        #expect(currentStatus() == "scoped")
        #expect(pyxisConfiguration[OtherKey.self] == 1)
        #expect(pyxisConfiguration.report == nil)
      }
      #expect(currentStatus() == "none")
      #expect(pyxisConfiguration[OtherKey.self] == 2)
      #expect(pyxisConfiguration.report?.count == 1)
    }
  }

  @Test("R3: a configure that replaces the whole configuration keeps what was requested")
  func replacedConfiguration() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let captured = withPyxis({ $0.status = "captured" }) { pyxisConfiguration }
      let adapter = PyxisAdapter("locale") { variant in
        #expect(pyxisConfiguration.requested == ["locale": "pl_PL"])
        return .applied(variant.value)
      }
      try preparePyxis(environment: launch(["locale": "pl_PL"]), adapters: [adapter]) {
        $0 = captured
        #expect($0.requested.isEmpty)
      }
      #expect(currentStatus() == "captured")
      #expect(pyxisConfiguration.requested == ["locale": "pl_PL"])
      #expect(pyxisConfiguration.report?.count == 1)
      #expect(captured.requested.isEmpty)
    }
  }

  @Test("R2: what configure and adapters kept of the staged configuration stays as it was")
  func keptCopies() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      var kept: [PyxisConfiguration] = []
      let adapter = PyxisAdapter("locale") { variant in
        var changed = pyxisConfiguration
        changed.status = "changed"
        #expect(currentStatus() == "second")
        return .applied(variant.value)
      }
      try preparePyxis(environment: launch(["locale": "pl_PL"]), adapters: [adapter]) {
        $0.status = "first"
        kept.append($0)
        $0.status = "second"
      }
      kept.append(pyxisConfiguration)
      var changed = pyxisConfiguration
      changed.status = "third"
      #expect(kept.map(\.status) == ["first", "second"])
      #expect(kept.map(\.report?.count) == [nil, 1])
      #expect(currentStatus() == "second")
    }
  }
}

private enum OtherKey: PyxisConfigurationKey {
  static var defaultValue: Int { 0 }
}
