import CPyxis
import PyxisCore

/// What a `pyxis_error` handle refers to.
final class ErrorObject: HandleObject {
  static let kind: HandleKind = .error
  let status: pyxis_status
  let message: StableText
  let key: StableText?
  let offset: Int?
  let version: Int64?

  init(_ failure: Failure) {
    status = failure.status
    message = StableText(failure.message)
    key = failure.key.map(StableText.init)
    offset = failure.offset
    version = failure.version
  }
}

/// See `pyxis.h`.
@c(pyxis_error_status) @implementation
public func pyxis_error_status(_ error: OpaquePointer?) -> pyxis_status {
  (try? ErrorObject.read(error) { $0.status }) ?? PYXIS_ERROR_INVALID_HANDLE
}

/// See `pyxis.h`.
@c(pyxis_error_message) @implementation
public func pyxis_error_message(
  _ error: OpaquePointer?, _ message: UnsafeMutablePointer<pyxis_string>?
) -> pyxis_status {
  status { () throws(Failure) in
    let message = try required(message, or: noString)
    message.pointee = try ErrorObject.read(error) { $0.message.view }
  }
}

/// See `pyxis.h`.
@c(pyxis_error_key) @implementation
public func pyxis_error_key(
  _ error: OpaquePointer?, _ key: UnsafeMutablePointer<pyxis_string>?
) -> pyxis_status {
  status { () throws(Failure) in
    let key = try required(key, or: noString)
    key.pointee = try ErrorObject.read(error) { (error) throws(Failure) in
      guard let key = error.key else { throw .notFound }
      return key.view
    }
  }
}

/// See `pyxis.h`.
@c(pyxis_error_offset) @implementation
public func pyxis_error_offset(
  _ error: OpaquePointer?, _ offset: UnsafeMutablePointer<Int>?
) -> pyxis_status {
  status { () throws(Failure) in
    let offset = try required(offset, or: 0)
    offset.pointee = try ErrorObject.read(error) { (error) throws(Failure) in
      guard let offset = error.offset else { throw .notFound }
      return offset
    }
  }
}

/// See `pyxis.h`.
@c(pyxis_error_version) @implementation
public func pyxis_error_version(
  _ error: OpaquePointer?, _ version: UnsafeMutablePointer<Int64>?
) -> pyxis_status {
  status { () throws(Failure) in
    let version = try required(version, or: 0)
    version.pointee = try ErrorObject.read(error) { (error) throws(Failure) in
      guard let version = error.version else { throw .notFound }
      return version
    }
  }
}

/// See `pyxis.h`.
@c(pyxis_error_release) @implementation
public func pyxis_error_release(_ error: OpaquePointer?) -> pyxis_status {
  ErrorObject.release(error)
}
