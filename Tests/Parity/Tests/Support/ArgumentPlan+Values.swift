import CPyxis
import Testing

/// A text argument whose pointer is NULL.
struct NullText: FFIArgument {
  let length: UInt

  var words: [FFIWord] { [.pointer(0), .integer(Int128(length))] }
}

/// A handle argument of any bits.
struct HandleBits: FFIArgument {
  let bits: UInt

  var words: [FFIWord] { [.pointer(bits)] }
}

/// Memory for a text that a call copies.
final class TextBuffer: FFIArgument {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(capacity: Int) {
    bytes = .allocate(capacity: capacity)
    bytes.initialize(repeating: 0xA5)
  }

  deinit {
    bytes.deallocate()
  }

  var words: [FFIWord] { [.pointer(UInt(bitPattern: bytes.baseAddress), owner: self)] }
  var isUntouched: Bool { bytes.allSatisfy { $0 == 0xA5 } }
}

extension ArgumentPlan {
  /// Valid arguments, with a replacement for the one of a name.
  func values(
    from fixtures: Fixtures, replacing name: String? = nil, with value: (any FFIArgument)? = nil
  ) throws -> [(any FFIArgument)?] {
    for type in Fixtures.keyTypes { _ = try Fixtures.key(type) }
    return try arguments.map { argument in
      argument.name == name ? value : try validValue(of: argument, from: fixtures)
    }
  }

  /// Calls with valid arguments but one.
  func call(
    from fixtures: Fixtures, replacing name: String, with value: (any FFIArgument)?
  ) throws -> Status {
    let values = try values(from: fixtures, replacing: name, with: value)
    let status = FFIFunction(entry: function).call(values)
    if status == .ok { try releaseResults(in: values) }
    return status
  }

  /// Gives up what a successful call handed out.
  func releaseResults(in values: [(any FFIArgument)?]) throws {
    for (argument, value) in zip(arguments, values) {
      guard case .ownedOut(let kind) = argument.role, let out = value as? Out<OpaquePointer?> else {
        continue
      }
      #expect(kind.release?(out.value) == .ok, "\(function.name): \(argument.name)")
    }
  }

  private func validValue(
    of argument: Argument, from fixtures: Fixtures
  ) throws -> (any FFIArgument)? {
    switch argument.role {
    case .handle(let kind): try fixtures.handle(kind)
    case .key: try Fixtures.key(keyType ?? "int64")
    case .text: text(for: argument)
    case .bytes: [1, 2, 3] as [UInt8]
    case .flags: 0
    case .number: number(for: argument)
    case .out: out(for: argument)
    case .ownedOut: Out<OpaquePointer?>()
    case .error: ErrorOut()
    case .buffer: TextBuffer(capacity: 64)
    case .function:
      argument.type == "pyxis_operation_function" ? FFICallback(parameters: 1) { _ in } : nil
    case .structure, .userData: nil
    }
  }

  private func text(for argument: Argument) -> String {
    switch (function.name, argument.name) {
    case ("pyxis_variants_decode", _): #"{"version":1,"requested":{}}"#
    case ("pyxis_report_decode", _): #"{"variants":{}}"#
    case ("pyxis_key_find", _): "parity.fixture.int64"
    case (let function, "name") where function.hasPrefix("pyxis_key_define"): uniqueName()
    default: "x"
    }
  }

  private func number(for argument: Argument) -> any FFIArgument {
    switch argument.name {
    case "capacity": 64
    case "index", "adapter_count": 0
    default: argument.type == "double" ? 1.0 : 1
    }
  }

  private func out(for argument: Argument) -> any FFIArgument {
    switch argument.type {
    case "pyxis_string *": Out<pyxis_string>()
    case "pyxis_bytes *": Out<pyxis_bytes>()
    case "size_t *", "void **": Out<Int>()
    case "int64_t *": Out<Int64>()
    case "double *": Out<Double>()
    default: Out<Int32>()
    }
  }
}
