import CPyxis
import PyxisCore
import Testing

/// A Swift type whose values C shares, and the C functions that carry them.
protocol SharedValue: Sendable, Equatable {
  /// What ends the names of the type's functions.
  static var suffix: String { get }

  /// The type as pyxis_key_type() gives it.
  static var keyType: pyxis_type { get }

  /// Values that C and Swift must agree on, bit by bit.
  static var samples: [Self] { get }

  /// The value as an argument.
  var argument: any FFIArgument { get }

  /// Whether two values are the same, bit by bit.
  func isSame(as other: Self) -> Bool

  /// Calls `get` with a place for the value, and reads it from there.
  static func read(
    _ get: (_ out: any FFIArgument) -> Status, sourceLocation: SourceLocation
  ) throws -> Self

  /// Reads the effective value.
  static func readEffective(_ key: pyxis_key, sourceLocation: SourceLocation) throws -> Self
}

extension SharedValue {
  static func readEffective(_ key: pyxis_key, sourceLocation: SourceLocation) throws -> Self {
    try read({ abi[dynamicMember: "pyxis_get_\(suffix)"](key, $0) }, sourceLocation: sourceLocation)
  }

  /// Defines a key of this type.
  static func define(
    _ name: String, default value: Self, flags: UInt32 = 0, key: Out<pyxis_key>,
    error: ErrorOut? = nil
  ) -> Status {
    abi[dynamicMember: "pyxis_key_define_\(suffix)"](name, value.argument, flags, key, error)
  }

  /// Defines a key of this type that can be defined.
  static func key(
    _ name: String = uniqueName(), default value: Self, flags: UInt32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> pyxis_key {
    let key = Out<pyxis_key>()
    let status = define(name, default: value, flags: flags, key: key)
    try #require(status == .ok, sourceLocation: sourceLocation)
    return key.value
  }

  /// Sets an entry of a configuration.
  static func set(_ configuration: (any FFIArgument)?, _ key: pyxis_key, _ value: Self) -> Status {
    abi[dynamicMember: "pyxis_configuration_set_\(suffix)"](configuration, key, value.argument)
  }

  /// Reads an entry of a configuration.
  static func get(
    _ configuration: (any FFIArgument)?, _ key: pyxis_key,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Self {
    try read(
      { abi[dynamicMember: "pyxis_configuration_get_\(suffix)"](configuration, key, $0) },
      sourceLocation: sourceLocation)
  }

  /// Reads the effective value of a key.
  static func effective(
    _ key: pyxis_key, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Self {
    try readEffective(key, sourceLocation: sourceLocation)
  }
}

extension Bool: SharedValue {
  static let suffix = "bool"
  static let keyType = PYXIS_TYPE_BOOL
  static let samples = [true, false]
  var argument: any FFIArgument { self ? Int32(1) : Int32(0) }
  func isSame(as other: Bool) -> Bool { self == other }

  static func read(
    _ get: (any FFIArgument) -> Status, sourceLocation: SourceLocation
  ) throws -> Bool {
    let out = Out<Int32>()
    let status = get(out)
    try #require(status == .ok, sourceLocation: sourceLocation)
    try #require(out.value == 0 || out.value == 1, sourceLocation: sourceLocation)
    return out.value == 1
  }
}

extension Int64: SharedValue {
  static let suffix = "int64"
  static let keyType = PYXIS_TYPE_INT64
  static let samples: [Int64] = [
    0, 1, -1, .max, .min, 1 << 53 + 1, -(1 << 53) - 1, 1 << 31, 1 << 32,
  ]
  var argument: any FFIArgument { self }
  func isSame(as other: Int64) -> Bool { self == other }

  static func read(
    _ get: (any FFIArgument) -> Status, sourceLocation: SourceLocation
  ) throws -> Int64 {
    let out = Out<Int64>()
    let status = get(out)
    try #require(status == .ok, sourceLocation: sourceLocation)
    return out.value
  }
}

extension Double: SharedValue {
  static let suffix = "double"
  static let keyType = PYXIS_TYPE_DOUBLE
  static let samples: [Double] = [
    0.0, -0.0, 1.5, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, .pi, .nan, -.nan,
    Double(nan: 0x1234_5678, signaling: false),
  ]
  var argument: any FFIArgument { self }
  func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern }

  static func read(
    _ get: (any FFIArgument) -> Status, sourceLocation: SourceLocation
  ) throws -> Double {
    let out = Out<Double>()
    let status = get(out)
    try #require(status == .ok, sourceLocation: sourceLocation)
    return out.value
  }
}

extension String: SharedValue {
  static let suffix = "string"
  static let keyType = PYXIS_TYPE_STRING
  static let samples = [
    "", "a", "a\0b", "\0", "\0\0", "pl_PL", "é", "e\u{301}", "🧭", "\u{FFFE}\u{10FFFF}",
    "fifteen bytes..", "sixteen bytes...", String(repeating: "0123456789", count: 1024),
    String(repeating: "é🧭\0", count: 1500),
  ]
  var argument: any FFIArgument { self }
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  static func read(
    _ get: (any FFIArgument) -> Status, sourceLocation: SourceLocation
  ) throws -> String {
    let out = Out<pyxis_string>()
    let status = get(out)
    try #require(status == .ok, sourceLocation: sourceLocation)
    return try #require(out.value.string, sourceLocation: sourceLocation)
  }

  static func readEffective(
    _ key: pyxis_key, sourceLocation: SourceLocation
  ) throws -> String {
    let length = Out<Int>()
    let asked = abi.pyxis_get_string(key, nil, 0, length)
    try #require(asked == .bufferTooSmall, sourceLocation: sourceLocation)
    let buffer = TextBuffer(capacity: length.value + 1)
    let status = abi.pyxis_get_string(key, buffer, length.value + 1, length)
    try #require(status == .ok, sourceLocation: sourceLocation)
    try #require(buffer.bytes[length.value] == 0, sourceLocation: sourceLocation)
    let text = String(validating: buffer.bytes.prefix(length.value), as: UTF8.self)
    return try #require(text, sourceLocation: sourceLocation)
  }
}

extension [UInt8]: SharedValue {
  static let suffix = "bytes"
  static let keyType = PYXIS_TYPE_BYTES
  static let samples: [[UInt8]] = [
    [], [0], [0xFF, 0xC3, 0x28], Array("text".utf8), Array(0...255),
    Array(repeating: 0xA5, count: 10_000),
  ]
  var argument: any FFIArgument { self }
  func isSame(as other: [UInt8]) -> Bool { self == other }

  static func read(
    _ get: (any FFIArgument) -> Status, sourceLocation: SourceLocation
  ) throws -> [UInt8] {
    let out = Out<pyxis_bytes>()
    let status = get(out)
    try #require(status == .ok, sourceLocation: sourceLocation)
    return Array(UnsafeBufferPointer(start: out.value.data, count: out.value.size))
  }

  static func readEffective(
    _ key: pyxis_key, sourceLocation: SourceLocation
  ) throws -> [UInt8] {
    let (buffer, size) = (TextBuffer(capacity: 1 << 14), Out<Int>())
    let status = abi.pyxis_get_bytes(key, buffer, 1 << 14, size)
    try #require(status == .ok, sourceLocation: sourceLocation)
    return Array(buffer.bytes.prefix(size.value))
  }
}
