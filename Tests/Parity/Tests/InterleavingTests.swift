import CPyxis
import PyxisCore
import Testing

/// R23: whatever Swift and C nest in each other, the innermost scope wins, for every reader.
@Suite("Interleavings", .generousTimeLimit)
struct InterleavingTests {
  @Test(arguments: Scenario.interleavings)
  func scenario(_ scenario: Scenario) async throws {
    try await scenario.run()
  }
}

extension Scenario {
  static let interleavings: [Scenario] =
    inTaskAndOnThread(
      Bottom.allCases.map { bottom in
        (
          "every order of four scopes is seen and left, \(bottom)",
          { for layers in Layer.sequences(upTo: 4) { try descend(layers, bottom) } }
        )
      }) + [
      .asynchronous("every order of synchronous scopes works inside asynchronous ones") {
        for bottom in Bottom.allCases {
          for outer in AsyncLayer.allCases {
            for inner in AsyncLayer.allCases { try await descend([outer, inner], bottom) }
          }
        }
        try expectDepth(Depth.defaultValue)
      }
    ]
}

/// How the innermost work of nested scopes ends.
private enum Bottom: String, CaseIterable, CustomStringConvertible {
  case returns
  case throwsError

  var description: String {
    self == .returns ? "when the work returns" : "when the work throws"
  }

  func run() throws {
    if self == .throwsError { throw Interruption() }
  }

  /// Runs work that ends this way.
  func expect(sourceLocation: SourceLocation, _ work: () throws -> Void) throws {
    switch self {
    case .returns: try work()
    case .throwsError:
      #expect(throws: Interruption.self, sourceLocation: sourceLocation) { try work() }
    }
  }
}

/// One way to enter a scope and leave it again.
private enum Layer: CaseIterable {
  case swiftUpdate
  case swiftConfiguration
  case run
  case open

  /// All sequences of at most so many layers.
  static func sequences(upTo count: Int) -> [[Layer]] {
    if count == 0 { return [[]] }
    let shorter = sequences(upTo: count - 1)
    return [[]] + shorter.flatMap { sequence in allCases.map { [$0] + sequence } }
  }

  /// Runs work in a scope of a depth.
  func enter(_ depth: Int64, _ work: () throws -> Void) throws {
    switch self {
    case .swiftUpdate:
      try withPyxis({ $0[Depth.self] = depth }, operation: work)
    case .swiftConfiguration:
      var configuration = pyxisConfiguration
      configuration[Depth.self] = depth
      try withPyxis(configuration, operation: work)
    case .run:
      try runScope(configuration(withDepth: depth), work)
    case .open:
      let scope = try Handle.openScope(configuration(withDepth: depth))
      defer { #expect(scope.release() == .ok) }
      try work()
    }
  }
}

/// One way to enter a scope that lasts while its work is suspended.
private enum AsyncLayer: CaseIterable {
  case swiftUpdate
  case swiftConfiguration

  func enter(_ depth: Int64, _ work: () async throws -> Void) async throws {
    switch self {
    case .swiftUpdate:
      try await withPyxis({ $0[Depth.self] = depth }, operation: work)
    case .swiftConfiguration:
      var configuration = pyxisConfiguration
      configuration[Depth.self] = depth
      try await withPyxis(configuration, operation: work)
    }
  }
}

/// Enters layer after layer, and checks every reader at every step down and up.
private func descend(
  _ layers: [Layer], _ bottom: Bottom, outer: Int64 = Depth.defaultValue,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  func step(_ rest: ArraySlice<Layer>, depth: Int64, outer: Int64) throws {
    guard let layer = rest.first else { return try bottom.run() }
    defer { expectDepthNow(outer, layers) }
    try layer.enter(depth) {
      defer { expectDepthNow(depth, layers) }
      expectDepthNow(depth, layers)
      try step(rest.dropFirst(), depth: depth + 1, outer: depth)
    }
  }
  try bottom.expect(sourceLocation: sourceLocation) {
    try step(layers[...], depth: outer + 1, outer: outer)
  }
}

private func expectDepthNow(_ depth: Int64, _ layers: [Layer]) {
  let seen = Result { try DepthReaders() }
  guard case .success(DepthReaders(allSeeing: depth)) = seen else {
    Issue.record("in \(layers) the readers saw \(seen), and not \(depth)")
    return
  }
}

/// Enters asynchronous layers, and inside them every sequence of synchronous ones.
private func descend(_ layers: [AsyncLayer], _ bottom: Bottom) async throws {
  func step(_ rest: ArraySlice<AsyncLayer>, depth: Int64) async throws {
    guard let layer = rest.first else {
      for layers in Layer.sequences(upTo: 2) { try descend(layers, bottom, outer: depth - 1) }
      return try bottom.run()
    }
    try await layer.enter(depth) {
      await Task.yield()
      try expectDepth(depth)
      do {
        try await step(rest.dropFirst(), depth: depth + 1)
      } catch is Interruption {
        try expectDepth(depth)
        throw Interruption()
      }
      await Task.yield()
      try expectDepth(depth)
    }
  }
  do {
    try await step(layers[...], depth: 100)
    #expect(bottom == .returns)
  } catch is Interruption {
    #expect(bottom == .throwsError)
  }
}
