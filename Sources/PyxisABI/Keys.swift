import CPyxis
import PyxisCore

/// Defines a key of any type: what the functions below have in common.
private func define(
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ kind: KeyKind, _ flags: UInt32,
  _ key: UnsafeMutablePointer<pyxis_key>?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
  default makeDefault: () throws(Failure) -> Box
) -> pyxis_status {
  status(reportingTo: error) { () throws(Failure) in
    let key = try required(key, or: 0)
    let name = try text(name, nameLength, "key's name")
    guard flags & ~PYXIS_KEY_SECRET == 0 else {
      throw .invalidArgument("The key \(name.quoted()) has an unknown flag.", key: name)
    }
    let definition = KeyDefinition(
      name: name, kind: kind, isSecret: flags & PYXIS_KEY_SECRET != 0,
      defaultBox: try makeDefault())
    do throws(PyxisKeyError) {
      key.pointee = KeyCode.key(slot: try KeyRegistry.define(definition), kind: kind)
    } catch {
      throw Failure(error)
    }
  }
}

/// See `pyxis.h`.
@c(pyxis_key_define_bool) @implementation
public func pyxis_key_define_bool(
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ defaultValue: Int32, _ flags: UInt32,
  _ key: UnsafeMutablePointer<pyxis_key>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  define(name, nameLength, .bool, flags, key, error) { .make(defaultValue != 0, kind: .bool) }
}

/// See `pyxis.h`.
@c(pyxis_key_define_int64) @implementation
public func pyxis_key_define_int64(
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ defaultValue: Int64, _ flags: UInt32,
  _ key: UnsafeMutablePointer<pyxis_key>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  define(name, nameLength, .int64, flags, key, error) { .make(defaultValue, kind: .int64) }
}

/// See `pyxis.h`.
@c(pyxis_key_define_double) @implementation
public func pyxis_key_define_double(
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ defaultValue: Double, _ flags: UInt32,
  _ key: UnsafeMutablePointer<pyxis_key>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  define(name, nameLength, .double, flags, key, error) { .make(defaultValue, kind: .double) }
}

/// See `pyxis.h`.
@c(pyxis_key_define_string) @implementation
public func pyxis_key_define_string(
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ defaultValue: UnsafePointer<CChar>?,
  _ defaultLength: Int, _ flags: UInt32, _ key: UnsafeMutablePointer<pyxis_key>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  define(name, nameLength, .string, flags, key, error) { () throws(Failure) in
    .make(try text(defaultValue, defaultLength, "key's default"), kind: .string)
  }
}

/// See `pyxis.h`.
@c(pyxis_key_define_bytes) @implementation
public func pyxis_key_define_bytes(
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ defaultValue: UnsafePointer<UInt8>?,
  _ defaultSize: Int, _ flags: UInt32, _ key: UnsafeMutablePointer<pyxis_key>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  define(name, nameLength, .bytes, flags, key, error) { () throws(Failure) in
    .make(try byteArray(defaultValue, defaultSize, "key's default"), kind: .bytes)
  }
}

/// See `pyxis.h`.
@c(pyxis_key_define_capability) @implementation
public func pyxis_key_define_capability(
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ flags: UInt32,
  _ key: UnsafeMutablePointer<pyxis_key>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  define(name, nameLength, .capability, flags, key, error) {
    .make(PyxisCapability.none, kind: .capability)
  }
}

/// See `pyxis.h`.
@c(pyxis_key_count) @implementation
public func pyxis_key_count(_ count: UnsafeMutablePointer<Int>?) -> pyxis_status {
  status { () throws(Failure) in
    try required(count, or: 0).pointee = KeyRegistry.namedCount
  }
}

/// See `pyxis.h`.
@c(pyxis_key_at) @implementation
public func pyxis_key_at(
  _ index: Int, _ key: UnsafeMutablePointer<pyxis_key>?
) -> pyxis_status {
  status { () throws(Failure) in
    let key = try required(key, or: 0)
    guard let slot = KeyRegistry.namedSlot(at: index) else { throw .notFound }
    key.pointee = KeyCode.key(slot: slot, kind: KeyRegistry.kind(of: slot))
  }
}

/// See `pyxis.h`.
@c(pyxis_key_find) @implementation
public func pyxis_key_find(
  _ name: UnsafePointer<CChar>?, _ nameLength: Int, _ key: UnsafeMutablePointer<pyxis_key>?
) -> pyxis_status {
  status { () throws(Failure) in
    let key = try required(key, or: 0)
    let name = try text(name, nameLength, "key's name")
    guard let slot = KeyRegistry.find(name: name) else { throw .notFound }
    key.pointee = KeyCode.key(slot: slot, kind: KeyRegistry.kind(of: slot))
  }
}

/// See `pyxis.h`.
@c(pyxis_key_name) @implementation
public func pyxis_key_name(
  _ key: pyxis_key, _ name: UnsafeMutablePointer<pyxis_string>?
) -> pyxis_status {
  status { () throws(Failure) in
    let name = try required(name, or: noString)
    name.pointee = pyxis_string(viewing: try KeyCode.descriptor(of: key).pointee.name)
  }
}

/// See `pyxis.h`.
@c(pyxis_key_type) @implementation
public func pyxis_key_type(
  _ key: pyxis_key, _ type: UnsafeMutablePointer<pyxis_type>?
) -> pyxis_status {
  status { () throws(Failure) in
    let type = try required(type, or: 0)
    type.pointee = pyxis_type(try KeyCode.descriptor(of: key).pointee.kind.rawValue)
  }
}

/// See `pyxis.h`.
@c(pyxis_key_flags) @implementation
public func pyxis_key_flags(
  _ key: pyxis_key, _ flags: UnsafeMutablePointer<UInt32>?
) -> pyxis_status {
  status { () throws(Failure) in
    let flags = try required(flags, or: 0)
    flags.pointee = try KeyCode.descriptor(of: key).pointee.isSecret ? PYXIS_KEY_SECRET : 0
  }
}
