import CPyxis
import PyxisCore
import Testing

/// What each reader sees of `Depth`, in C and in Swift. They have to agree.
struct DepthReaders: Equatable, CustomStringConvertible {
  let get: Int64
  let captured: Int64
  let snapshot: Int64
  let wrapper: Int64
  let keyPath: Int64

  /// Reads here and now.
  init(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let key = try Depth.definedInC()
    get = try Int64.effective(key, sourceLocation: sourceLocation)
    captured = try Int64.get(Handle.captured(), key, sourceLocation: sourceLocation)
    snapshot = pyxisConfiguration[Depth.self]
    wrapper = Self.reader.depth
    keyPath = Self.reader.depthByPath
  }

  /// What all of them see where the value is `depth`.
  init(allSeeing depth: Int64) {
    (get, captured, snapshot, wrapper, keyPath) = (depth, depth, depth, depth, depth)
  }

  var description: String {
    "get \(get), capture \(captured), snapshot \(snapshot), @Pyxis \(wrapper), path \(keyPath)"
  }

  private static let reader = Reader()

  private struct Reader: Sendable {
    @Pyxis(Depth.self) var depth: Int64
    @Pyxis(\.parityDepth) var depthByPath: Int64
  }
}

extension PyxisConfiguration {
  fileprivate var parityDepth: Int64 { self[Depth.self] }
}

/// Expects every reader to see a depth.
func expectDepth(_ depth: Int64, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let seen = try DepthReaders(sourceLocation: sourceLocation)
  #expect(seen == DepthReaders(allSeeing: depth), sourceLocation: sourceLocation)
}

/// A configuration handle that is the effective configuration with another depth.
func configuration(withDepth depth: Int64) throws -> Handle {
  let configuration = try Handle.captured()
  try #require(Int64.set(configuration, Depth.definedInC(), depth) == .ok)
  return configuration
}
