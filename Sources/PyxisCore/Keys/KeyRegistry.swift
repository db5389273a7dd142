import PyxisShims
import Synchronization

/// Gives each key its slot: the one place where names of all languages meet (R5).
@usableFromInline
package enum KeyRegistry {
  /// How many keys there can be.
  package static var limit: Int { KeyTable.capacity }

  // Guarded by the keys lock. `String` would take canonically equivalent names for one.
  nonisolated(unsafe) private static var names: [NameBytes: UInt32] = [:]
  // The same, in the order of definition.
  nonisolated(unsafe) private static var namedSlots: [UInt32] = []
  // Guarded likewise: whether a key that found no slot was reported.
  nonisolated(unsafe) private static var reportedLimit: Bool = false
  private static let secretCount = Atomic<Int>(0)

  /// The number of slots given out so far.
  package static var count: Int { KeyTable.count }

  /// What is known of a slot, or nil if it was not given out.
  @inline(__always)
  package static func descriptor(of slot: UInt32) -> UnsafePointer<KeyDescriptor>? {
    KeyTable.find(slot)
  }

  @usableFromInline
  package static func kind(of slot: UInt32) -> KeyKind {
    descriptor(of: slot)?.pointee.kind ?? .unnamed
  }

  // MARK: - Keys of any language

  /// Defines a key by name, or finds it if this is the same definition again (R5).
  package static func define(_ definition: KeyDefinition) throws(PyxisKeyError) -> UInt32 {
    let bytes = try NameBytes(validating: definition.name)
    OtherCopies.reportOnce()
    pyxis_shims_acquire(.keys)
    let outcome = defineLocked(definition, bytes: bytes)
    pyxis_shims_release(.keys)
    return try outcome.get()
  }

  /// Whether any named key is secret: while none is, nothing has to be looked up.
  static var hasSecrets: Bool { secretCount.load(ordering: .acquiring) != 0 }

  /// The number of keys with names.
  package static var namedCount: Int {
    pyxis_shims_acquire(.keys)
    defer { pyxis_shims_release(.keys) }
    return namedSlots.count
  }

  /// The slot of a named key by its position in the order of definition, or nil.
  package static func namedSlot(at position: Int) -> UInt32? {
    pyxis_shims_acquire(.keys)
    defer { pyxis_shims_release(.keys) }
    return namedSlots.indices.contains(position) ? namedSlots[position] : nil
  }

  /// The slot of a name, or nil if no key has it.
  package static func find(name: String) -> UInt32? {
    let bytes = NameBytes(name)
    pyxis_shims_acquire(.keys)
    defer { pyxis_shims_release(.keys) }
    return names[bytes]
  }

  private static func defineLocked(
    _ definition: KeyDefinition, bytes: NameBytes
  ) -> Result<UInt32, PyxisKeyError> {
    if let slot = names[bytes], let existing = descriptor(of: slot) {
      if let reason = existing.pointee.conflict(with: definition) {
        return .failure(.conflict(name: definition.name, reason: reason))
      }
      return .success(slot)
    }
    let descriptor = KeyDescriptor(
      kind: definition.kind, isSecret: definition.isSecret,
      name: definition.name.withBytes { terminatedCopy(of: $0) },
      defaultBox: definition.defaultBox.map { .passRetained($0) }, swiftKey: definition.swiftKey)
    guard let slot = KeyTable.append(descriptor) else {
      descriptor.name.deallocate()
      // The definition holds the box as well, so no code of the host's runs here (R11).
      descriptor.defaultBox?.release()
      return .failure(.limitReached)
    }
    names[bytes] = slot
    namedSlots.append(slot)
    if definition.isSecret { secretCount.add(1, ordering: .releasing) }
    return .success(slot)
  }

  // MARK: - Swift keys

  /// The slot of a Swift key, which its first use gives it.
  @inlinable
  @inline(__always)
  package static func slot<Key: PyxisConfigurationKey>(of key: Key.Type) -> UInt32 {
    let slot = knownSlot(of: ObjectIdentifier(key))
    return slot != noSlot ? slot : firstUse(of: key)
  }

  /// The slot of a Swift key that was used before, else `noSlot`.
  @usableFromInline
  @_effects(releasenone)
  static func knownSlot(of key: ObjectIdentifier) -> UInt32 {
    KeyTypeTable.find(key) ?? noSlot
  }

  /// What a key gets when there are too many: it reads as its default, and nothing is set there.
  @inlinable
  package static var noSlot: UInt32 { .max }

  @inline(never)
  @usableFromInline
  static func firstUse<Key: PyxisConfigurationKey>(of key: Key.Type) -> UInt32 {
    do {
      return try defineSwiftKey(key)
    } catch {
      let slot = ownSlot(of: key)
      if slot.isNew || slot.slot == noSlot && isFirstWithoutSlot() {
        PyxisDiagnostics.report(
          "\(error.description) \(String(reflecting: key)) reads as an entry of its own.")
      }
      return slot.slot
    }
  }

  /// Whether this is the first key that found no slot: one report is enough.
  private static func isFirstWithoutSlot() -> Bool {
    pyxis_shims_acquire(.keys)
    defer { pyxis_shims_release(.keys) }
    defer { reportedLimit = true }
    return !reportedLimit
  }

  static func register<Key: PyxisConfigurationKey>(_ key: Key.Type) throws(PyxisKeyError) {
    let slot = try defineSwiftKey(key)
    guard let name = Key.name, descriptor(of: slot)?.pointee.kind == .unnamed else { return }
    // An earlier use collided, so the type has a slot of its own: say again what is wrong.
    _ = try define(KeyDefinition(key, name: name))
    throw .conflict(name: name, reason: "an earlier use of the Swift type collided with it")
  }

  private static func defineSwiftKey<Key: PyxisConfigurationKey>(
    _ key: Key.Type
  ) throws(PyxisKeyError) -> UInt32 {
    if let slot = KeyTypeTable.find(ObjectIdentifier(key)) { return slot }
    guard let name = Key.name else {
      let slot = ownSlot(of: key).slot
      if slot == noSlot { throw .limitReached }
      return slot
    }
    let slot = try define(KeyDefinition(key, name: name))
    pyxis_shims_acquire(.keys)
    defer { pyxis_shims_release(.keys) }
    if let known = KeyTypeTable.find(ObjectIdentifier(key)) { return known }
    KeyTypeTable.insert(ObjectIdentifier(key), slot: slot)
    return slot
  }

  /// Gives a Swift key a slot that no name leads to.
  private static func ownSlot<Key: PyxisConfigurationKey>(
    of key: Key.Type
  ) -> (slot: UInt32, isNew: Bool) {
    guard KeyTable.count < KeyTable.capacity else { return (noSlot, false) }
    let name = String(reflecting: key).withBytes { terminatedCopy(of: $0) }
    let descriptor = KeyDescriptor(
      kind: .unnamed, isSecret: Key.isSecret, name: name, defaultBox: nil,
      swiftKey: ObjectIdentifier(key))
    OtherCopies.reportOnce()
    pyxis_shims_acquire(.keys)
    defer { pyxis_shims_release(.keys) }
    if let slot = KeyTypeTable.find(ObjectIdentifier(key)) {
      name.deallocate()
      return (slot, false)
    }
    guard let slot = KeyTable.append(descriptor) else {
      name.deallocate()
      return (noSlot, false)
    }
    KeyTypeTable.insert(ObjectIdentifier(key), slot: slot)
    return (slot, true)
  }
}

/// A key's name, compared by its UTF-8 bytes.
private struct NameBytes: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) {
    bytes = Array(name.utf8)
  }

  init(validating name: String) throws(PyxisKeyError) {
    self.init(name)
    if bytes.isEmpty { throw .invalidName(reason: "its name is empty") }
    if bytes.contains(0) { throw .invalidName(reason: "its name has a NUL in it") }
  }
}
