import Testing

/// One behaviour of the C ABI, which a test shows and the coverage test repeats.
struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  private let location: Location

  private enum Location {
    case here(@Sendable () async throws -> Void)
    case childProcess(@MainActor @Sendable () throws -> Void)
  }

  /// A behaviour that leaves the process as it was.
  init(_ name: String, _ body: @escaping @Sendable () throws -> Void) {
    self.init(name: name, location: .here(body))
  }

  /// A behaviour that leaves the process as it was, and takes more than one call of a task.
  static func asynchronous(
    _ name: String, _ body: @escaping @Sendable () async throws -> Void
  ) -> Scenario {
    Scenario(name: name, location: .here(body))
  }

  /// A behaviour that changes the process for ever: it runs in a child, on the main thread.
  static func inChild(
    _ name: String, _ body: @escaping @MainActor @Sendable () throws -> Void
  ) -> Scenario {
    Scenario(name: name, location: .childProcess(body))
  }

  private init(name: String, location: Location) {
    self.name = name
    self.location = location
  }

  var testDescription: String { name }

  /// Runs the scenario. What its child process saw becomes part of this process's ledger.
  func run() async throws {
    if case .here(let body) = location { return try await body() }
    let name = name
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [name = name as String] in
      let scenario = Scenario.all.first { $0.name == name }
      guard case .childProcess(let body) = scenario?.location else {
        Issue.record("there is no scenario '\(name)'")
        return
      }
      try await body()
      print(Ledger.shared.lines)
    }
    Ledger.shared.merge(result.standardOutputContent)
  }
}
