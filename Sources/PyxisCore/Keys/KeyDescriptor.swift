/// What is known of one slot: written once, before the slot's number is given out, and never freed.
package struct KeyDescriptor: @unchecked Sendable {  // Immutable, memory of its own included.
  package let kind: KeyKind
  package let isSecret: Bool
  /// The name's UTF-8 bytes, with a NUL after them that the count leaves out; for a key without a
  /// name, that of its Swift type.
  package let name: UnsafeBufferPointer<UInt8>
  /// What the key reads as where nothing holds it, if other languages can read it.
  package let defaultBox: Unmanaged<Box>?
  /// The Swift key that has the slot to itself; nil if languages share it by name.
  package let swiftKey: ObjectIdentifier?

  /// The name as Swift text.
  package var nameText: String { String(decoding: name, as: UTF8.self) }
}

extension KeyDescriptor {
  /// Why a definition is not of this key, or nil if it is the same one.
  func conflict(with other: KeyDefinition) -> String? {
    if kind != other.kind {
      return "it is of type \(kind.noun), and here it is defined as \(other.kind.noun)"
    }
    if swiftKey != other.swiftKey { return "it belongs to another Swift type" }
    if isSecret != other.isSecret {
      return isSecret ? "it is secret, and here it is not" : "it is not secret, and here it is"
    }
    if let mine = defaultBox, let theirs = other.defaultBox,
      !mine._withUnsafeGuaranteedRef({ $0.isIdentical(to: theirs) })
    {
      return "it has another default"
    }
    return nil
  }
}

/// What somebody wants to define.
package struct KeyDefinition {
  package let name: String
  package let kind: KeyKind
  package let isSecret: Bool
  /// The boxed default, if other languages can read the key.
  package let defaultBox: Box?
  /// The Swift key, if its values have no form in other languages.
  package let swiftKey: ObjectIdentifier?

  package init(
    name: String, kind: KeyKind, isSecret: Bool, defaultBox: Box?,
    swiftKey: ObjectIdentifier? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isSecret = isSecret
    self.defaultBox = defaultBox
    self.swiftKey = swiftKey
  }

  /// Reads a Swift key's definition; evaluates its default, so the caller holds no lock (R1, R11).
  init<Key: PyxisConfigurationKey>(_ key: Key.Type, name: String) {
    let kind = KeyKind(sharing: Key.Value.self)
    self.init(
      name: name, kind: kind, isSecret: Key.isSecret,
      defaultBox: kind == .opaque ? nil : Box.make(Key.defaultValue, kind: kind),
      swiftKey: kind == .opaque ? ObjectIdentifier(key) : nil)
  }
}

extension Box {
  /// Whether two boxes of one slot hold equal values; it may run the host's code.
  final func isEqual(to other: Box) -> Bool {
    switch kind {
    case .unnamed, .opaque: hasEqualValue(other)
    case .bool, .int64, .double, .string, .bytes, .capability: isIdentical(to: other)
    }
  }

  /// Whether two boxes of one kind that languages share hold the same value, bit by bit.
  package final func isIdentical(to other: Box) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .bool: return value(as: Bool.self) == other.value(as: Bool.self)
    case .int64: return value(as: Int64.self) == other.value(as: Int64.self)
    case .double:
      return value(as: Double.self).bitPattern == other.value(as: Double.self).bitPattern
    case .string:
      return value(as: String.self).utf8.elementsEqual(other.value(as: String.self).utf8)
    case .bytes: return value(as: [UInt8].self) == other.value(as: [UInt8].self)
    case .capability:
      return value(as: PyxisCapability.self) == other.value(as: PyxisCapability.self)
    case .unnamed, .opaque: return self === other
    }
  }
}
