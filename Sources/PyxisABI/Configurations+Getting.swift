import CPyxis
import PyxisCore

/// Reads an entry of a configuration: what the functions below have in common.
@inline(__always)
private func get<Value>(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ kind: KeyKind,
  _ value: UnsafeMutablePointer<Value>?, or none: Value, _ convert: (Unmanaged<Box>) -> Value
) -> pyxis_status {
  guard let value else { return PYXIS_ERROR_INVALID_ARGUMENT }
  value.pointee = none
  let status = ConfigurationHandle.read(configuration) { storage in
    var status = PYXIS_OK
    let found = storage.flatMap { ConfigurationStorage.find(KeyCode(key).slot, in: $0) }
    if let box = check(found, of: key, expecting: kind, else: &status) {
      value.pointee = convert(box)
    }
    return status
  }
  return status ?? PYXIS_ERROR_INVALID_HANDLE
}

/// See `pyxis.h`.
@c(pyxis_configuration_get_bool) @implementation
public func pyxis_configuration_get_bool(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: UnsafeMutablePointer<Int32>?
) -> pyxis_status {
  get(configuration, key, .bool, value, or: 0) { $0.value(as: Bool.self) ? 1 : 0 }
}

/// See `pyxis.h`.
@c(pyxis_configuration_get_int64) @implementation
public func pyxis_configuration_get_int64(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: UnsafeMutablePointer<Int64>?
) -> pyxis_status {
  get(configuration, key, .int64, value, or: 0) { $0.value(as: Int64.self) }
}

/// See `pyxis.h`.
@c(pyxis_configuration_get_double) @implementation
public func pyxis_configuration_get_double(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: UnsafeMutablePointer<Double>?
) -> pyxis_status {
  get(configuration, key, .double, value, or: 0) { $0.value(as: Double.self) }
}

/// See `pyxis.h`.
@c(pyxis_configuration_get_string) @implementation
public func pyxis_configuration_get_string(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: UnsafeMutablePointer<pyxis_string>?
) -> pyxis_status {
  get(configuration, key, .string, value, or: noString) { pyxis_string(viewing: $0.textBytes) }
}

/// See `pyxis.h`.
@c(pyxis_configuration_get_bytes) @implementation
public func pyxis_configuration_get_bytes(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: UnsafeMutablePointer<pyxis_bytes>?
) -> pyxis_status {
  get(configuration, key, .bytes, value, or: pyxis_bytes(data: nil, size: 0)) {
    pyxis_bytes(data: $0.bytes.baseAddress, size: $0.bytes.count)
  }
}

/// See `pyxis.h`.
@c(pyxis_configuration_get_capability) @implementation
public func pyxis_configuration_get_capability(
  _ configuration: OpaquePointer?, _ key: pyxis_key,
  _ value: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> pyxis_status {
  get(configuration, key, .capability, value, or: nil) {
    $0.value(as: PyxisCapability.self).pointer
  }
}

/// See `pyxis.h`.
@c(pyxis_configuration_equal) @implementation
public func pyxis_configuration_equal(
  _ one: OpaquePointer?, _ other: OpaquePointer?, _ equal: UnsafeMutablePointer<Int32>?
) -> pyxis_status {
  status { () throws(Failure) in
    let equal = try required(equal, or: 0)
    let first = try ConfigurationHandle.snapshot(one)
    equal.pointee = first == (try ConfigurationHandle.snapshot(other)) ? 1 : 0
  }
}

/// See `pyxis.h`.
@c(pyxis_configuration_describe) @implementation
public func pyxis_configuration_describe(
  _ configuration: OpaquePointer?, _ text: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status { () throws(Failure) in
    let text = try required(text)
    let description = try ConfigurationHandle.snapshot(configuration).describe()
    text.pointee = try BufferObject(description).makeHandle()
  }
}
