// A Swift program that shares its one copy with a C plugin: swift-program PLUGIN

import CParts
import PyxisCore
import PyxisRuntime

private enum RetriesKey: PyxisConfigurationKey {
  static var name: String? { "retries" }
  static var defaultValue: Int64 { 3 }
}

private struct Reader {
  @Pyxis(RetriesKey.self) var retries: Int64
}

private let reader = Reader()

@main
@MainActor
enum SwiftProgram {
  private static var failures = 0

  static func main() async throws {
    let plugin = try CPlugin(path: CommandLine.arguments[1])
    check("R5: the default is the same in both", [reader.retries, plugin.read()], 3)
    checkNesting("R23: scopes of both, nested", plugin)
    try prepare()
    check("R10: what Swift prepared is what C reads", [reader.retries, plugin.read()], 7)
    checkNesting("R23: nested in what was prepared", plugin)
    await checkScopesInTasks(plugin)
    await checkInheritance(plugin)
    check("the plugin uses the program's table of keys", [Int64(plugin.keyCount())], 1)
    if failures > 0 { throw Failures() }
  }

  private struct Failures: Error {}

  private static func check(_ name: String, _ values: [Int64?], _ expected: Int64) {
    let isRight = values.allSatisfy { $0 == expected }
    print(isRight ? "ok     \(name)" : "FAILED \(name): \(values), not \(expected)")
    if !isRight { failures += 1 }
  }

  private static func prepare() throws {
    let environment = ["PYXIS_BOOTSTRAP": #"{"version":1,"requested":{"retries":"7"}}"#]
    try preparePyxis(environment: environment) {
      $0[RetriesKey.self] = $0.requested["retries"].flatMap { Int64($0) } ?? 0
    }
  }

  private static func checkNesting(_ name: String, _ plugin: CPlugin) {
    check(name, [countFaults(plugin)], 0)
  }

  private nonisolated static func countFaults(_ plugin: CPlugin) -> Int64 {
    func name(_ text: StaticString) -> UnsafePointer<CChar> {
      UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
    let swift = part(
      name: name("Swift"), read: { reader.retries },
      run: { value, operation, userData in
        withPyxis {
          $0[RetriesKey.self] = value
        } operation: {
          operation?(userData)
        }
      })
    let parts = [
      swift, part(name: name("C"), read: plugin.read, run: plugin.run),
      part(name: name("C, open"), read: plugin.read, run: plugin.runOpen),
    ]
    return parts.withUnsafeBufferPointer { plugin.nest($0.baseAddress, $0.count, 4) }
  }

  /// A scope of either language that is open in a task is what the other one reads there.
  private static func checkScopesInTasks(_ plugin: CPlugin) async {
    await withPyxis {
      $0[RetriesKey.self] = 20
    } operation: {
      check("C reads an asynchronous scope of Swift", [plugin.read()], 20)
      await Task.yield()
      check("C reads it after a suspension", [plugin.read()], 20)
      check("Swift reads a scope that C runs", [run(plugin.run, 21) { reader.retries }], 21)
      check("Swift reads a scope that C opens", [run(plugin.runOpen, 22) { reader.retries }], 22)
      checkNesting("R23: nested in an asynchronous scope", plugin)
      check("both read the scope again", [reader.retries, plugin.read()], 20)
      async let child = readBoth(plugin)
      check("R20: both read it in a child task", await child, 20)
    }
    let detached = Task.detached {
      await withPyxis {
        $0[RetriesKey.self] = 30
      } operation: {
        await Task.yield()
        return [countFaults(plugin), reader.retries - 30, plugin.read() - 30]
      }
    }
    check("R23: nested in a detached task", await detached.value, 0)
    check("R21: both read the process default", [reader.retries, plugin.read()], 7)
  }

  private nonisolated static func readBoth(_ plugin: CPlugin) async -> [Int64] {
    await Task.yield()
    return [reader.retries, plugin.read()]
  }

  /// Which scopes of C a task started inside inherits.
  private static func checkInheritance(_ plugin: CPlugin) async {
    func start(_ how: CPlugin.Run) -> Task<[Int64], Never>? {
      run(how, 41) { Task { await readBoth(plugin) } }
    }
    let outside = (start(plugin.run), start(plugin.runOpen))
    check("R20: a task inherits a scope that C runs", await outside.0?.value ?? [], 41)
    check("it does not inherit one that C opens", await outside.1?.value ?? [], 7)
    let inside = withPyxis {
      $0[RetriesKey.self] = 40
    } operation: {
      (start(plugin.run), start(plugin.runOpen))
    }
    check("R20: the same in a scope of Swift", await inside.0?.value ?? [], 41)
    check("and it inherits the scope of Swift", await inside.1?.value ?? [], 40)
  }
}
