import Testing

/// An owned handle. It is released with this object, unless a test released it before.
final class Handle: FFIArgument, Sendable {
  /// The types of handles.
  enum Kind: String, CaseIterable, Sendable {
    case buffer
    case error
    case configuration
    case scope
    case variants
    case report
    case result

    /// The type of a handle in C, without `const`.
    var type: String { "pyxis_\(rawValue) *" }

    /// The function that gives up a handle; a result has none.
    var release: FFIFunction? {
      switch self {
      case .result: nil
      case .scope: abi.pyxis_scope_close
      default: abi[dynamicMember: "pyxis_\(rawValue)_release"]
      }
    }
  }

  let kind: Kind
  let bits: UInt
  private let isReleased = Locked(false)

  /// Owns the handle that a successful call stores.
  init(
    _ kind: Kind, sourceLocation: SourceLocation = #_sourceLocation,
    from call: (_ out: Out<OpaquePointer?>) -> Status
  ) throws {
    let out = Out<OpaquePointer?>()
    let status = call(out)
    try #require(status == .ok, sourceLocation: sourceLocation)
    self.kind = kind
    let handle: OpaquePointer = try #require(out.value, sourceLocation: sourceLocation)
    bits = UInt(bitPattern: handle)
  }

  /// Owns a handle that a call stored.
  init(_ kind: Kind, owning pointer: OpaquePointer) {
    self.kind = kind
    bits = UInt(bitPattern: pointer)
  }

  deinit {
    if !isReleased.withLock({ $0 }) { kind.release?(pointer) }
  }

  var pointer: OpaquePointer? { OpaquePointer(bitPattern: bits) }
  var words: [FFIWord] { [.pointer(bits, owner: self)] }

  /// Releases the handle now.
  @discardableResult
  func release() -> Status {
    guard let release = kind.release else { return .notOwned }
    let status = release(pointer)
    if status == .ok { noteRelease() }
    return status
  }

  /// Notes that another call released the handle.
  func noteRelease() {
    isReleased.withLock { $0 = true }
  }
}

extension Handle {
  static func emptyConfiguration() throws -> Handle {
    try Handle(.configuration) { abi.pyxis_configuration_create($0) }
  }

  static func captured() throws -> Handle {
    try Handle(.configuration) { abi.pyxis_configuration_capture($0) }
  }

  static func copy(of configuration: Handle) throws -> Handle {
    try Handle(.configuration) { abi.pyxis_configuration_copy(configuration, $0) }
  }

  static func openScope(_ configuration: Handle) throws -> Handle {
    try Handle(.scope) { abi.pyxis_scope_open(configuration, $0) }
  }

  /// Variants in the order of setting.
  static func variants(_ pairs: KeyValuePairs<String, String> = [:]) throws -> Handle {
    let variants = try Handle(.variants) { abi.pyxis_variants_create($0) }
    for (key, value) in pairs {
      try #require(abi.pyxis_variants_set(variants, key, value) == .ok)
    }
    return variants
  }

  static func report(_ json: String) throws -> Handle {
    try Handle(.report) { abi.pyxis_report_decode(json, $0, nil) }
  }
}
