import Foundation
import PyxisXCTest
import Testing

@Suite("What reaches a host")
struct HostLaunchTests {
  @Test("R26: an override in the runner does not reach a host that is launched inside it")
  func overrides() async {
    await withPyxis {
      $0[StatusKey.self] = "overridden"
    } operation: {
      await #expect(processExitsWith: .success) {
        #expect(pyxisConfiguration[StatusKey.self] == "none")
        #expect(pyxisConfiguration.requested.isEmpty)
      }
      #expect(pyxisConfiguration[StatusKey.self] == "overridden")
    }
  }

  @Test("R26: a request carries what it asks for, whatever is overridden where it is made")
  func request() throws {
    let request = PyxisLaunchRequest([.subscriptionStatus("trial")])
    let outside = try request.environment(adding: ["A": "1"])
    let inside = try withPyxis {
      $0[StatusKey.self] = "overridden"
    } operation: {
      try PyxisLaunchRequest([.subscriptionStatus("trial")]).environment(adding: ["A": "1"])
    }
    #expect(inside == outside)
  }

  @Test("R26: a host finds exactly the request's environment")
  func hostEnvironment() throws {
    let request = PyxisLaunchRequest([.custom("note", "żółć =\n\"x\""), .colorScheme(.dark)])
    let base = ["HOME": "/", "PYXIS_RUN_ID": "outer", "PYXIS_BOOTSTRAP_FILE": "/outer"]
    let variables = try withPyxis {
      $0[StatusKey.self] = "overridden"
    } operation: {
      try environment(ofHostWith: request.environment(adding: base))
    }
    #expect(variables.keys.sorted() == ["HOME", "PYXIS_BOOTSTRAP"])
    #expect(
      try PyxisVariants(decoding: variables[pyxisEnvironmentKey] ?? "") == request.variants)
  }

  @Test("A request does not change the runner's own environment")
  func ownEnvironment() throws {
    let before = ProcessInfo.processInfo.environment
    _ = try PyxisLaunchRequest([.colorScheme(.dark)]).environment(adding: before)
    #expect(ProcessInfo.processInfo.environment == before)
  }

  /// Launches a host that prints its environment.
  private func environment(ofHostWith environment: [String: String]) throws -> [String: String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["-0"]
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let entries = text.split(separator: 0).map {
      String(decoding: $0, as: UTF8.self).split(separator: "=", maxSplits: 1)
    }
    return Dictionary(uniqueKeysWithValues: entries.map { (String($0[0]), String($0[1])) })
  }
}

private enum StatusKey: PyxisConfigurationKey {
  static var name: String? { "tests.launch.status" }
  static var defaultValue: String { "none" }
}
