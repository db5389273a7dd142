import CPyxis
import Synchronization
import Testing

/// A name that nothing else in this process has.
func uniqueName(_ prefix: String = "parity.unique") -> String {
  "\(prefix).\(nameCount.add(1, ordering: .relaxed).newValue)"
}

private let nameCount = Atomic(0)

/// One valid handle of each type, on the thread that made this object.
final class Fixtures {
  private var handles: [Handle.Kind: Handle] = [:]
  private let function: String

  /// - Parameter function: What the handles are for: it decides what kind of error there is.
  init(for function: String = "") {
    self.function = function
  }

  /// A valid handle. There is none of a result, which lives in an adapter's call only.
  func handle(_ kind: Handle.Kind) throws -> Handle? {
    if let handle = handles[kind] { return handle }
    handles[kind] = try makeHandle(kind)
    return handles[kind]
  }

  /// Lets go of a handle that a call gave up.
  func forget(_ kind: Handle.Kind) {
    handles[kind]?.noteRelease()
    handles[kind] = nil
  }

  private func makeHandle(_ kind: Handle.Kind) throws -> Handle? {
    switch kind {
    case .buffer: try Handle(.buffer) { abi.pyxis_variants_encode(try? handle(.variants), $0, nil) }
    case .error:
      switch function {
      case "pyxis_error_key": try .conflict()
      case "pyxis_error_version": try .undecodable(#"{"version":27}"#)
      default: try .undecodable("{}")
      }
    case .configuration: try .captured()
    case .scope: try .openScope(.captured())
    case .variants: try .variants(["x": "y"])
    case .report: try .report(#"{"variants":{"x":{"status":"applied","value":"y"}}}"#)
    case .result: nil
    }
  }

  /// A key of a type.
  static func key(_ type: String) throws -> pyxis_key {
    let key = Out<pyxis_key>()
    let name = "parity.fixture.\(type)"
    switch type {
    case "bool": try #require(abi.pyxis_key_define_bool(name, 0, 0, key, nil) == .ok)
    case "int64": try #require(abi.pyxis_key_define_int64(name, 0, 0, key, nil) == .ok)
    case "double": try #require(abi.pyxis_key_define_double(name, 0.0, 0, key, nil) == .ok)
    case "string": try #require(abi.pyxis_key_define_string(name, "", 0, key, nil) == .ok)
    case "bytes": try #require(abi.pyxis_key_define_bytes(name, "", 0, key, nil) == .ok)
    default: try #require(abi.pyxis_key_define_capability(name, 0, key, nil) == .ok)
    }
    return key.value
  }

  static let keyTypes = ["bool", "int64", "double", "string", "bytes", "capability"]
}

extension Handle {
  /// The error of a payload that cannot be decoded.
  static func undecodable(_ text: String) throws -> Handle {
    try Handle(.error) { out in
      let variants = Out<OpaquePointer?>()
      let status = pyxis_variants_decode(text, text.utf8.count, variants.pointer, out.pointer)
      return status < 0 ? .ok : Status(rawValue: status)
    }
  }

  /// An error that is about a key.
  static func conflict() throws -> Handle {
    let name = uniqueName()
    _ = try Int64.key(name, default: 0)
    return try Handle(.error) { out in
      let key = Out<pyxis_key>()
      let status = pyxis_key_define_int64(
        name, name.utf8.count, 1, 0, key.pointer, out.pointer)
      return status == PYXIS_ERROR_KEY_CONFLICT ? .ok : Status(rawValue: status)
    }
  }
}
