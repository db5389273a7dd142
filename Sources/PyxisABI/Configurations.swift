import CPyxis
import PyxisCore

private func makeHandle(
  _ handle: UnsafeMutablePointer<OpaquePointer?>?,
  _ value: () throws(Failure) -> PyxisConfiguration
) -> pyxis_status {
  status { () throws(Failure) in
    let handle = try required(handle)
    handle.pointee = try ConfigurationHandle.make(try value())
  }
}

/// See `pyxis.h`.
@c(pyxis_configuration_create) @implementation
public func pyxis_configuration_create(
  _ configuration: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  makeHandle(configuration) { PyxisConfiguration() }
}

/// See `pyxis.h`.
@c(pyxis_configuration_capture) @implementation
public func pyxis_configuration_capture(
  _ configuration: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  makeHandle(configuration) { pyxisConfiguration }
}

/// See `pyxis.h`.
@c(pyxis_configuration_copy) @implementation
public func pyxis_configuration_copy(
  _ configuration: OpaquePointer?, _ copy: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  makeHandle(copy) { () throws(Failure) in try ConfigurationHandle.snapshot(configuration) }
}

/// See `pyxis.h`.
@c(pyxis_configuration_release) @implementation
public func pyxis_configuration_release(_ configuration: OpaquePointer?) -> pyxis_status {
  ConfigurationHandle.release(configuration)
}

// MARK: - Setting

private func set(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ kind: KeyKind,
  _ box: () throws(Failure) -> Box
) -> pyxis_status {
  status { () throws(Failure) in
    let slot = try KeyCode.slot(of: key, expecting: kind)
    let box = try box()
    // What the entry held goes when the use has ended: its destructor may be the host's (R11).
    let replaced = try ConfigurationHandle.change(configuration) { $0.set(slot, to: box) }
    _ = consume replaced
  }
}

/// See `pyxis.h`.
@c(pyxis_configuration_set_bool) @implementation
public func pyxis_configuration_set_bool(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: Int32
) -> pyxis_status {
  set(configuration, key, .bool) { .make(value != 0, kind: .bool) }
}

/// See `pyxis.h`.
@c(pyxis_configuration_set_int64) @implementation
public func pyxis_configuration_set_int64(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: Int64
) -> pyxis_status {
  set(configuration, key, .int64) { .make(value, kind: .int64) }
}

/// See `pyxis.h`.
@c(pyxis_configuration_set_double) @implementation
public func pyxis_configuration_set_double(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: Double
) -> pyxis_status {
  set(configuration, key, .double) { .make(value, kind: .double) }
}

/// See `pyxis.h`.
@c(pyxis_configuration_set_string) @implementation
public func pyxis_configuration_set_string(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: UnsafePointer<CChar>?,
  _ length: Int
) -> pyxis_status {
  set(configuration, key, .string) { () throws(Failure) in
    .make(try text(value, length, "value"), kind: .string)
  }
}

/// See `pyxis.h`.
@c(pyxis_configuration_set_bytes) @implementation
public func pyxis_configuration_set_bytes(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: UnsafePointer<UInt8>?, _ size: Int
) -> pyxis_status {
  set(configuration, key, .bytes) { () throws(Failure) in
    .make(try byteArray(value, size, "value"), kind: .bytes)
  }
}

/// See `pyxis.h`.
@c(pyxis_configuration_set_capability) @implementation
public func pyxis_configuration_set_capability(
  _ configuration: OpaquePointer?, _ key: pyxis_key, _ value: UnsafeMutableRawPointer?,
  _ destroy: pyxis_destroy_function?
) -> pyxis_status {
  // Made first: what the caller gave up is given up on every path from here on.
  let capability = PyxisCapability(value) { destroy?($0) }
  return set(configuration, key, .capability) { .make(capability, kind: .capability) }
}

/// See `pyxis.h`.
@c(pyxis_configuration_unset) @implementation
public func pyxis_configuration_unset(
  _ configuration: OpaquePointer?, _ key: pyxis_key
) -> pyxis_status {
  status { () throws(Failure) in
    _ = try KeyCode.descriptor(of: key)
    let removed = try ConfigurationHandle.change(configuration) { $0.unset(KeyCode(key).slot) }
    guard removed != nil else { throw .notFound }
  }
}

// MARK: - The launch

/// See `pyxis.h`.
@c(pyxis_configuration_requested) @implementation
public func pyxis_configuration_requested(
  _ configuration: OpaquePointer?, _ variants: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status { () throws(Failure) in
    let variants = try required(variants)
    let requested = try ConfigurationHandle.snapshot(configuration).requested
    variants.pointee = try VariantsObject(requested).makeHandle()
  }
}

/// See `pyxis.h`.
@c(pyxis_configuration_report) @implementation
public func pyxis_configuration_report(
  _ configuration: OpaquePointer?, _ report: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status { () throws(Failure) in
    let handle = try required(report)
    guard let report = try ConfigurationHandle.snapshot(configuration).report else {
      throw .notFound
    }
    handle.pointee = try ReportObject(report).makeHandle()
  }
}
