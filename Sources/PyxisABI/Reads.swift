import CPyxis
import PyxisCore
import PyxisShims

/// Makes sure that what was found for a key is of its type, or finds the key's default.
///
/// - Parameters:
///   - found: The box that a configuration holds for the key's slot, if it does.
///   - key: The key that a caller passed, maybe forged.
///   - kind: The type that the function reads.
///   - status: Set to `PYXIS_ERROR_INVALID_KEY` or `PYXIS_ERROR_TYPE_MISMATCH` where there is none.
@inline(__always)
func check(
  _ found: Unmanaged<Box>?, of key: pyxis_key, expecting kind: KeyKind,
  else status: inout pyxis_status
) -> Unmanaged<Box>? {
  matching(found, of: key, expecting: kind) ?? defaultBox(of: key, expecting: kind, else: &status)
}

/// The box that was found, if it is of the key's type.
@inline(__always)
private func matching(
  _ found: Unmanaged<Box>?, of key: pyxis_key, expecting kind: KeyKind
) -> Unmanaged<Box>? {
  guard let found, KeyCode(key).kind == UInt32(kind.rawValue),
    found._withUnsafeGuaranteedRef({ $0.kind == kind })
  else { return nil }
  return found
}

@inline(never)
private func defaultBox(
  of key: pyxis_key, expecting kind: KeyKind, else status: inout pyxis_status
) -> Unmanaged<Box>? {
  guard let descriptor = KeyCode.findDescriptor(of: key) else {
    status = PYXIS_ERROR_INVALID_KEY
    return nil
  }
  guard descriptor.pointee.kind == kind, let box = descriptor.pointee.defaultBox else {
    status = PYXIS_ERROR_TYPE_MISMATCH
    return nil
  }
  return box
}

/// The box of a slot in the configuration in force, borrowed, or nil; compiled into each function.
@inline(__always)
private func findEffective(_ slot: UInt32) -> Unmanaged<Box>? {
  pyxis_shims_storage_in_force().flatMap { ConfigurationStorage.find(slot, in: .fromOpaque($0)) }
}

/// Reads a key's effective value: what the functions below have in common.
@inline(__always)
private func read<Value>(
  _ key: pyxis_key, _ kind: KeyKind, _ value: UnsafeMutablePointer<Value>?, or none: Value,
  _ convert: (Unmanaged<Box>) -> Value
) -> pyxis_status {
  guard let value else { return PYXIS_ERROR_INVALID_ARGUMENT }
  let found = findEffective(KeyCode(key).slot)
  if let box = matching(found, of: key, expecting: kind) {
    value.pointee = convert(box)
    return PYXIS_OK
  }
  return readDefault(key, kind, value, or: none, convert)
}

@inline(never)
private func readDefault<Value>(
  _ key: pyxis_key, _ kind: KeyKind, _ value: UnsafeMutablePointer<Value>, or none: Value,
  _ convert: (Unmanaged<Box>) -> Value
) -> pyxis_status {
  var status = PYXIS_OK
  let box = defaultBox(of: key, expecting: kind, else: &status)
  value.pointee = box.map(convert) ?? none
  return status
}

extension Unmanaged where Instance == Box {
  @inline(__always)
  func value<Value: Sendable>(as type: Value.Type) -> Value {
    _withUnsafeGuaranteedRef { $0.value(as: type) }
  }

  /// The bytes of a box of a text that languages share.
  @inline(__always)
  var textBytes: UnsafeBufferPointer<UInt8> {
    _withUnsafeGuaranteedRef { unsafeDowncast($0, to: TextBox.self).bytes }
  }

  /// The bytes of a box of bytes that languages share.
  @inline(__always)
  var bytes: UnsafeBufferPointer<UInt8> {
    _withUnsafeGuaranteedRef { unsafeDowncast($0, to: BytesBox.self).bytes }
  }
}

/// See `pyxis.h`.
@c(pyxis_get_bool) @implementation
public func pyxis_get_bool(
  _ key: pyxis_key, _ value: UnsafeMutablePointer<Int32>?
) -> pyxis_status {
  read(key, .bool, value, or: 0) { $0.value(as: Bool.self) ? 1 : 0 }
}

/// See `pyxis.h`.
@c(pyxis_get_int64) @implementation
public func pyxis_get_int64(
  _ key: pyxis_key, _ value: UnsafeMutablePointer<Int64>?
) -> pyxis_status {
  read(key, .int64, value, or: 0) { $0.value(as: Int64.self) }
}

/// See `pyxis.h`.
@c(pyxis_get_double) @implementation
public func pyxis_get_double(
  _ key: pyxis_key, _ value: UnsafeMutablePointer<Double>?
) -> pyxis_status {
  read(key, .double, value, or: 0) { $0.value(as: Double.self) }
}

/// Copies a key's effective bytes to a caller's buffer: what the functions below have in common.
///
/// - Parameter terminator: How many of the NULs that stand after the bytes go with them.
@inline(__always)
private func copy(
  _ key: pyxis_key, _ kind: KeyKind, to buffer: UnsafeMutableRawPointer?, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>?, terminator: Int,
  _ bytes: (Unmanaged<Box>) -> UnsafeBufferPointer<UInt8>
) -> pyxis_status {
  size?.pointee = 0
  guard buffer != nil || capacity == 0 else { return PYXIS_ERROR_INVALID_ARGUMENT }
  var status = PYXIS_OK
  let found = findEffective(KeyCode(key).slot)
  guard let box = check(found, of: key, expecting: kind, else: &status) else { return status }
  let bytes = bytes(box)
  size?.pointee = bytes.count
  let needed = bytes.count &+ terminator
  // As an unsigned number, a capacity of 2⁶³ and more is large, not negative.
  guard UInt(bitPattern: capacity) >= UInt(bitPattern: needed) else {
    return PYXIS_ERROR_BUFFER_TOO_SMALL
  }
  if let buffer, let start = bytes.baseAddress {
    buffer.copyMemory(from: start, byteCount: needed)
  }
  return PYXIS_OK
}

/// See `pyxis.h`.
@c(pyxis_get_string) @implementation
public func pyxis_get_string(
  _ key: pyxis_key, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> pyxis_status {
  copy(key, .string, to: buffer, capacity, length, terminator: 1) { $0.textBytes }
}

/// See `pyxis.h`.
@c(pyxis_get_bytes) @implementation
public func pyxis_get_bytes(
  _ key: pyxis_key, _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>?
) -> pyxis_status {
  copy(key, .bytes, to: buffer, capacity, size, terminator: 0) { $0.bytes }
}

/// See `pyxis.h`.
@c(pyxis_get_capability) @implementation
public func pyxis_get_capability(
  _ key: pyxis_key, _ value: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> pyxis_status {
  read(key, .capability, value, or: nil) { $0.value(as: PyxisCapability.self).pointer }
}
