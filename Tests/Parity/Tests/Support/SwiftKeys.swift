import CPyxis
import PyxisCore
import Testing

/// A Swift key whose name C knows too.
protocol SharedKey: PyxisConfigurationKey where Value: SharedValue {
  static var sharedName: String { get }
}

extension SharedKey {
  static var name: String? { sharedName }

  /// The C key of the same name, defined with the same default.
  static func definedInC() throws -> pyxis_key {
    try Value.key(sharedName, default: defaultValue, flags: isSecret ? PYXIS_KEY_SECRET : 0)
  }
}

enum BoolEntry: SharedKey {
  static let sharedName = "parity.entry.bool"
  static let defaultValue = true
}

enum Int64Entry: SharedKey {
  static let sharedName = "parity.entry.int64"
  static let defaultValue = Int64(42)
}

enum DoubleEntry: SharedKey {
  static let sharedName = "parity.entry.double"
  static let defaultValue = Double(nan: 0x42, signaling: false)
}

enum StringEntry: SharedKey {
  static let sharedName = "parity.entry.string"
  static let defaultValue = "none\0at all"
}

enum BytesEntry: SharedKey {
  static let sharedName = "parity.entry.bytes"
  static let defaultValue: [UInt8] = [0, 0xFF]
}

/// An entry that scopes override: how deep the reader is.
enum Depth: SharedKey {
  static let sharedName = "parity.depth"
  static let defaultValue = Int64(-1)
}
