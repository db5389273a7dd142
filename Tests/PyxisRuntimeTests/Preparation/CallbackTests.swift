import CPyxis
import PyxisCore
import PyxisRuntime
import Testing

/// A callback that runs under a lock would wait for ever, so each test has a process of its own.
@Suite("Callbacks")
struct CallbackTests {
  @Test("R11: configure and adapters use the whole library, and wait for threads that do")
  func preparation() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let adapter = PyxisAdapter("a") { variant in
        #expect(useTheLibrary(.adapter, preparing: PYXIS_ERROR_PREPARATION_IN_PROGRESS) == [])
        return .applied(variant.value)
      }
      let report = try preparePyxis(environment: launch(["a": "1"]), adapters: [adapter]) { _ in
        #expect(useTheLibrary(.configure, preparing: PYXIS_ERROR_PREPARATION_IN_PROGRESS) == [])
      }
      #expect(report?["a"] == .applied("1"))
      #expect(useTheLibrary(.afterwards, preparing: PYXIS_ERROR_ALREADY_PREPARED) == [])
    }
  }

  @Test("R11: the same for what a failed preparation gives up")
  func failure() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let seen = Log()
      #expect(throws: Refusal(number: 1)) {
        try preparePyxis(environment: launch([])) {
          $0[ServiceKey.self] = Service {
            seen.add("\(useTheLibrary(.failure, preparing: nil))")
          }
          throw Refusal(number: 1)
        }
      }
      #expect(seen.all == ["[]"])
    }
  }

  @Test(
    "R11: the end of a value uses the configuration that let go of it, and waits for a thread",
    arguments: [0, 3, 4, 8, 9, 16, 17, 40, 300])
  func destructor(others: Int) async {
    await #expect(processExitsWith: .success) { [others = others as Int] in
      endProcessAfterDeadline(30)
      let keys = (0..<others).map { defineInteger("tests.callbacks.other.\($0)") }
      let number = defineInteger("tests.callbacks.number", default: 5)
      var service: pyxis_key = 0
      pyxis_key_define_capability(
        "tests.callbacks.service", PYXIS_ZERO_TERMINATED, 0, &service, nil)
      var configuration: OpaquePointer?
      #expect(pyxis_configuration_create(&configuration) == PYXIS_OK)
      let address = UInt(bitPattern: configuration)
      let ends = Log()
      func set(_ name: String) {
        let status = Service.set(service, of: configuration) {
          let here = integer(number, of: OpaquePointer(bitPattern: address))
          let there = try? onNewThread {
            pyxis_configuration_set_int64(OpaquePointer(bitPattern: address), number, 6)
            return integer(number, of: OpaquePointer(bitPattern: address))
          }
          ends.add("\(name) \(here ?? -1) \((there ?? nil) ?? -1)")
        }
        #expect(status == PYXIS_OK)
        // Enough others to move it from where it was.
        for key in keys { pyxis_configuration_set_int64(configuration, key, 1) }
      }
      set("first")
      #expect(ends.all == [])
      set("second")
      #expect(ends.all == ["first 5 6"])
      #expect(pyxis_configuration_unset(configuration, service) == PYXIS_OK)
      #expect(ends.all == ["first 5 6", "second 6 6"])
      set("third")
      #expect(pyxis_configuration_release(configuration) == PYXIS_OK)
      // The handle is gone, so nothing can be read there.
      #expect(ends.all == ["first 5 6", "second 6 6", "third -1 -1"])
    }
  }

  @Test("R11: the end of a scope's value uses the library, in the scope around it")
  func scopes() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let number = defineInteger("tests.callbacks.scope")
      var service: pyxis_key = 0
      pyxis_key_define_capability(
        "tests.callbacks.service", PYXIS_ZERO_TERMINATED, 0, &service, nil)
      let ends = Log()
      let outer = openScope(setting: number, to: 1)
      let configuration = captured(setting: number, to: 2)
      let status = Service.set(service, of: configuration) {
        let inner = openScope(setting: number, to: 3)
        ends.add("\(effectiveInteger(number) ?? -1)")
        #expect(close(inner) == PYXIS_OK)
        ends.add("\(effectiveInteger(number) ?? -1)")
        ends.add("\(useTheLibrary(.scope, preparing: nil))")
      }
      #expect(status == PYXIS_OK)
      var scope: OpaquePointer?
      #expect(pyxis_scope_open(configuration, &scope) == PYXIS_OK)
      pyxis_configuration_release(configuration)
      #expect(ends.all == [])
      #expect(pyxis_scope_close(scope) == PYXIS_OK)
      #expect(ends.all == ["3", "1", "[]"])
      #expect(close(outer) == PYXIS_OK)
    }
  }
}

/// Where the library is used from: names are defined once for each.
private enum Place: String, Sendable {
  case configure, adapter, afterwards, failure, scope
}

/// Calls a function of each part of the library, here and on a thread that is waited for.
///
/// - Parameter preparing: What a preparation returns now; nil for no preparation.
/// - Returns: What did not go as it should.
private func useTheLibrary(_ place: Place, preparing: pyxis_status?) -> [String] {
  let here = failures("\(place.rawValue).here", preparing: preparing)
  do {
    let name = "\(place.rawValue).there"
    return here + (try onNewThread { failures(name, preparing: preparing) })
  } catch {
    return here + ["\(error)"]
  }
}

private func failures(_ name: String, preparing: pyxis_status?) -> [String] {
  var failures: [String] = []
  func check(_ what: String, _ holds: Bool) {
    if !holds { failures.append("\(name): \(what)") }
  }
  let key = defineInteger("tests.callbacks.\(name)", default: 4)
  check("define", key != 0)
  check("default", effectiveInteger(key) == 4)
  let scope = openScope(setting: key, to: 5)
  check("open", effectiveInteger(key) == 5)
  check("close", close(scope) == PYXIS_OK)
  let level = withPyxis({ $0.status = name }) { currentStatus() }
  check("withPyxis", level == name)
  let definition = KeyDefinition(
    name: "tests.callbacks.\(name)", kind: .bool, isSecret: false,
    defaultBox: .make(true, kind: .bool))
  check("conflict", (try? KeyRegistry.define(definition)) == nil)
  let messages = Counter()
  PyxisDiagnostics.setHandler { _ in messages.add() }
  PyxisDiagnostics.report(name)
  PyxisDiagnostics.setHandler(nil)
  check("diagnostics", messages.value == 1)
  if let preparing {
    let text = #"PYXIS_BOOTSTRAP={"version":1,"requested":{}}"#
    let status = text.withCString { text in
      [text, nil].withUnsafeBufferPointer { environment in
        var options = pyxis_prepare_options()
        options.struct_size = UInt32(MemoryLayout<pyxis_prepare_options>.size)
        options.flags = PYXIS_PREPARE_ANY_THREAD
        options.environment = environment.baseAddress
        return pyxis_prepare(&options, nil, nil)
      }
    }
    check("prepare", status == preparing)
  }
  return failures
}

private enum ServiceKey: PyxisConfigurationKey {
  static var defaultValue: Service? { nil }
}
