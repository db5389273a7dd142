import CPyxis
import Foundation
import PyxisCore
import Synchronization
import Testing

/// The process around the library: its main thread, its environment, and its forks.
@Suite("Processes", .generousTimeLimit)
struct ProcessTests {
  @Test(arguments: Scenario.processes)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let processes: [Scenario] = preparingProcesses + (isThreadSanitized ? [] : forking)

  private static let preparingProcesses: [Scenario] = [
    .inChild("R16: the main thread needs no flag, and may pass it") {
      for flags in [0, PYXIS_PREPARE_ANY_THREAD] {
        let code = inForkedChild {
          guard abi.pyxis_prepare(nil, nil, nil) == .noPayload else { return 1 }
          let preparation = Preparation(requesting: ["a": "b"], adapters: [.applying("a")])
          preparation.flags = flags
          guard preparation.run() == .ok else { return 2 }
          guard pyxisConfiguration.report?["a"] == .applied("b") else { return 3 }
          return preparation.run() == .alreadyPrepared ? 0 : 4
        }
        #expect(code == 0)
      }
      #expect(pyxisConfiguration.report == nil)
    },
    .inChild("R8: without an environment of its own, preparation reads that of the process") {
      setenv("PYXIS_BOOTSTRAP", #"{"version":1,"requested":{"a":"b\u0000c"}}"#, 1)
      let preparation = Preparation(environment: nil)
      preparation.adapters = [.applying("a")]
      try #expect(preparation.succeed()["a"] == .applied("b\0c"))
      let value = getenv("PYXIS_BOOTSTRAP").map { String(cString: $0) }
      #expect(value == #"{"version":1,"requested":{"a":"b\u0000c"}}"#)
    },
    .inChild("an environment of its own hides that of the process") {
      setenv("PYXIS_BOOTSTRAP", #"{"version":1,"requested":{"a":"process"}}"#, 1)
      #expect(Preparation(environment: []).run() == .noPayload)
      try #expect(Preparation(requesting: ["a": "given"]).succeed().count == 1)
      #expect(pyxisConfiguration.requested == ["a": "given"])
    },
    .inChild("a payload of a megabyte comes from a file") {
      let value = String(repeating: "0123456789abcdef", count: 1 << 16)
      let file = FileManager.default.temporaryDirectory.appending(path: "pyxis-\(UUID()).json")
      let text = try PyxisVariants(["a": value]).encoded()
      try text.write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      let path = file.path(percentEncoded: false)
      let preparation = Preparation(environment: ["PYXIS_BOOTSTRAP_FILE=\(path)"])
      preparation.adapters = [.applying("a")]
      try #expect(preparation.succeed()["a"] == .applied(value))
    },
  ]

  /// The thread sanitizer does not support what the child of many threads does.
  private static let forking: [Scenario] = [
    .inChild("the child of a busy host reads, opens scopes, defines keys and prepares") {
      let key = try Int64.key("parity.fork", default: 1)
      // The Swift runtime makes what it needs once, and a fork meanwhile leaves it half made.
      #expect(workAfterFork(key) == 0)
      let isOver = Flag()
      let threads = try (0..<3).map { number in
        try TestThread {
          var count = 0
          while !isOver.isSet {
            try keepBusy("parity.fork.\(number).\(count % 5000)")
            count += 1
          }
        }
      }
      defer { isOver.set() }
      for _ in 0..<25 {
        #expect(inForkedChild { workAfterFork(key) } == 0)
      }
      isOver.set()
      for thread in threads { try thread.join() }
      #expect(workAfterFork(key) == 0)
    }
  ]
}

/// Takes every lock of the library, with the functions themselves: the child of a fork has but one
/// thread, and must not find the test library's locks taken.
private func keepBusy(_ name: String) throws {
  var key: pyxis_key = 0
  var (configuration, scope): (OpaquePointer?, OpaquePointer?)
  guard pyxis_key_define_int64(name, -1, 0, 0, &key, nil) == PYXIS_OK,
    pyxis_configuration_capture(&configuration) == PYXIS_OK,
    pyxis_configuration_set_int64(configuration, key, 1) == PYXIS_OK,
    pyxis_scope_open(configuration, &scope) == PYXIS_OK,
    pyxis_scope_close(scope) == PYXIS_OK,
    pyxis_configuration_release(configuration) == PYXIS_OK,
    pyxis_diagnostic_set_handler(nil, nil, nil) == PYXIS_OK
  else { throw Interruption() }
}

private func workAfterFork(_ known: pyxis_key) -> Int32 {
  var (key, value): (pyxis_key, Int64) = (0, 0)
  var (configuration, scope): (OpaquePointer?, OpaquePointer?)
  guard pyxis_get_int64(known, &value) == PYXIS_OK, value == 1 else { return 1 }
  guard pyxis_key_define_int64("parity.after_fork", -1, 4, 0, &key, nil) == PYXIS_OK else {
    return 2
  }
  guard pyxis_configuration_capture(&configuration) == PYXIS_OK,
    pyxis_configuration_set_int64(configuration, known, 9) == PYXIS_OK,
    pyxis_scope_open(configuration, &scope) == PYXIS_OK,
    pyxis_get_int64(known, &value) == PYXIS_OK, value == 9,
    pyxis_scope_close(scope) == PYXIS_OK,
    pyxis_get_int64(known, &value) == PYXIS_OK, value == 1,
    pyxis_configuration_release(configuration) == PYXIS_OK
  else { return 3 }
  var options = pyxis_prepare_options()
  options.struct_size = UInt32(MemoryLayout<pyxis_prepare_options>.size)
  options.flags = PYXIS_PREPARE_ANY_THREAD
  return pyxis_prepare(&options, nil, nil) == PYXIS_NO_PAYLOAD ? 0 : 4
}

/// Something that one thread tells the others.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() {
    value.store(true, ordering: .releasing)
  }
}
