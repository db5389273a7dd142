import CPyxis
import PyxisCore

/// A `pyxis_key` taken apart: the slot and the type, so that a read checks the type without a
/// look-up. A forged one is found out before anything is read through it.
struct KeyCode {
  private static let kindBits: UInt32 = 4

  let slot: UInt32
  let kind: UInt32

  @inline(__always)
  init(_ key: pyxis_key) {
    slot = (key >> Self.kindBits) &- 1
    kind = key & (1 << Self.kindBits - 1)
  }

  /// The key of a slot that languages share.
  static func key(slot: UInt32, kind: KeyKind) -> pyxis_key {
    (slot + 1) << kindBits | UInt32(kind.rawValue)
  }

  /// What is known of a key that a caller passed.
  ///
  /// - Throws: `PYXIS_ERROR_INVALID_KEY`.
  static func descriptor(of key: pyxis_key) throws(Failure) -> UnsafePointer<KeyDescriptor> {
    guard let descriptor = findDescriptor(of: key) else { throw .invalidKey }
    return descriptor
  }

  /// What is known of a key that a caller passed, or nil if it is no key.
  static func findDescriptor(of key: pyxis_key) -> UnsafePointer<KeyDescriptor>? {
    let code = KeyCode(key)
    guard let descriptor = KeyRegistry.descriptor(of: code.slot),
      descriptor.pointee.kind != .unnamed,
      UInt32(descriptor.pointee.kind.rawValue) == code.kind
    else { return nil }
    return descriptor
  }

  /// The slot of a key that must be of a type.
  ///
  /// - Throws: `PYXIS_ERROR_INVALID_KEY` or `PYXIS_ERROR_TYPE_MISMATCH`.
  static func slot(
    of key: pyxis_key, expecting kind: KeyKind
  ) throws(Failure) -> UInt32 {
    let descriptor = try descriptor(of: key)
    guard descriptor.pointee.kind == kind else {
      throw Failure(PYXIS_ERROR_TYPE_MISMATCH, nil, key: descriptor.pointee.nameText)
    }
    return KeyCode(key).slot
  }
}
