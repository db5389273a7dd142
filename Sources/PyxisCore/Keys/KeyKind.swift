/// The type of a key's values, as far as languages share it.
@usableFromInline
package enum KeyKind: UInt8, Sendable {
  /// A Swift key without a name: its type is known to Swift alone.
  case unnamed = 0
  case bool = 1
  case int64 = 2
  case double = 3
  case string = 4
  case bytes = 5
  case capability = 6
  /// A Swift key with a name, whose values have no form in other languages.
  case opaque = 7

  /// The kind that other languages know a Swift type by.
  package init<Value>(sharing type: Value.Type) {
    if type == Bool.self {
      self = .bool
    } else if type == Int.self && MemoryLayout<Int>.size == 8 || type == Int64.self {
      self = .int64
    } else if type == Double.self {
      self = .double
    } else if type == String.self {
      self = .string
    } else if type == [UInt8].self {
      self = .bytes
    } else if type == PyxisCapability.self {
      self = .capability
    } else {
      self = .opaque
    }
  }

  /// What messages call it.
  package var noun: String {
    switch self {
    case .unnamed, .opaque: "a Swift type"
    case .bool: "bool"
    case .int64: "int64"
    case .double: "double"
    case .string: "string"
    case .bytes: "bytes"
    case .capability: "capability"
    }
  }
}
