import PyxisCore
import Testing

@Suite("Keys: defaults")
struct KeyDefaultTests {
  @Test("R1: a key reads as its default until a configuration holds it")
  func defaultUntilHeld() {
    var configuration = PyxisConfiguration()
    #expect(configuration[PlainKey.self] == "plain")
    configuration[PlainKey.self] = "held"
    #expect(configuration[PlainKey.self] == "held")
    #expect(PyxisConfiguration()[PlainKey.self] == "plain")
  }

  @Test("R1: an entry that holds the default's value still hides a scope's")
  func heldDefaultHides() {
    withPyxis {
      $0[PlainKey.self] = "outer"
    } operation: {
      withPyxis {
        $0[PlainKey.self] = PlainKey.defaultValue
      } operation: {
        #expect(pyxisConfiguration[PlainKey.self] == "plain")
      }
    }
  }

  @Test("R1: nothing keeps a default: it is what the key says at the time")
  func defaultIsNotKept() {
    @Pyxis(CurrentKey.self) var reader
    for value in [1, 2] {
      CurrentKey.$value.withValue(value) {
        #expect(PyxisConfiguration()[CurrentKey.self] == value)
        #expect(pyxisConfiguration[CurrentKey.self] == value)
        #expect(reader == value)
      }
    }
  }

  @Test("R1: a default reads, opens scopes and defines keys, wherever it is evaluated")
  func defaultUsesTheLibrary() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let expected = "plain scoped first"
      #expect(throws: Never.self) { try BusyNamedKey.register() }
      #expect(PyxisConfiguration()[BusyKey.self] == expected)
      #expect(pyxisConfiguration[BusyNamedKey.self] == expected)
      #expect(Pyxis(BusyNamedKey.self).wrappedValue == expected)
      let set = withPyxis {
        $0[PlainKey.self] = $0[BusyOtherNamedKey.self]
      } operation: {
        pyxisConfiguration[PlainKey.self]
      }
      #expect(set == expected)
    }
  }

  @Test("R1: a default waits for a thread that reads, opens scopes and defines keys")
  func defaultWaitsForThread() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let expected = "plain scoped second"
      #expect(throws: Never.self) { try WaitingKey.register() }
      #expect(pyxisConfiguration[WaitingKey.self] == expected)
      #expect(withPyxis({ $0[PlainKey.self] = "other" }) { WaitingKey.defaultValue } == expected)
    }
  }
}

// MARK: - Keys

private enum PlainKey: PyxisConfigurationKey {
  static var name: String? { "tests.defaults.plain" }
  static var defaultValue: String { "plain" }
}

private enum CurrentKey: PyxisConfigurationKey {
  @TaskLocal static var value: Int = 0
  static var defaultValue: Int { value }
}

/// Uses the library for all that a default may: reading, scopes, and keys that are new.
private func useTheLibrary<Late: LateKey>(_ late: Late.Type) throws -> String {
  let plain = pyxisConfiguration[PlainKey.self]
  let scoped = withPyxis {
    $0[PlainKey.self] = "scoped"
  } operation: {
    Pyxis(PlainKey.self).wrappedValue
  }
  try late.register()
  return "\(plain) \(scoped) \(pyxisConfiguration[late])"
}

private protocol LateKey: PyxisConfigurationKey where Value == String {}

private enum FirstLateKey: LateKey {
  static var name: String? { "tests.defaults.late.first" }
  static var defaultValue: String { "first" }
}

private enum SecondLateKey: LateKey {
  static var name: String? { "tests.defaults.late.second" }
  static var defaultValue: String { "second" }
}

private protocol BusyDefault: PyxisConfigurationKey where Value == String {}

extension BusyDefault {
  static var defaultValue: String {
    do { return try useTheLibrary(FirstLateKey.self) } catch { return "\(error)" }
  }
}

private enum BusyKey: BusyDefault {}

private enum BusyNamedKey: BusyDefault {
  static var name: String? { "tests.defaults.busy" }
}

private enum BusyOtherNamedKey: BusyDefault {
  static var name: String? { "tests.defaults.busy.other" }
}

private enum WaitingKey: PyxisConfigurationKey {
  static var name: String? { "tests.defaults.waiting" }
  static var defaultValue: String {
    do {
      return try onNewThread { try useTheLibrary(SecondLateKey.self) }
    } catch {
      return "\(error)"
    }
  }
}
