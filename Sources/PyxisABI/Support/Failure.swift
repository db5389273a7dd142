import CPyxis
import PyxisCore
import PyxisRuntime

/// Why a function of the header fails: what `pyxis_error` shows.
///
/// It is a few words, since every function that can fail has room for one: what most do not have is
/// in an object.
struct Failure: Error {
  private final class Details: Sendable {
    let message: String?
    let key: String?
    let offset: Int?
    let version: Int64?

    init(message: String?, key: String?, offset: Int?, version: Int64?) {
      self.message = message
      self.key = key
      self.offset = offset
      self.version = version
    }
  }

  let status: pyxis_status
  private let details: Details?

  /// A failure about which its status says all.
  init(_ status: pyxis_status) {
    self.status = status
    details = nil
  }

  @inline(never)  // The library is smaller, and who fails has time.
  init(
    _ status: pyxis_status, _ message: String?, key: String? = nil, offset: Int? = nil,
    version: Int64? = nil
  ) {
    self.status = status
    details = Details(message: message, key: key, offset: offset, version: version)
  }

  var message: String { details?.message ?? statusText(status).description }
  var key: String? { details?.key }
  var offset: Int? { details?.offset }
  var version: Int64? { details?.version }

  static var invalidHandle: Failure { Failure(PYXIS_ERROR_INVALID_HANDLE) }
  static var invalidKey: Failure { Failure(PYXIS_ERROR_INVALID_KEY) }
  static var notFound: Failure { Failure(PYXIS_NOT_FOUND) }
  static var limitReached: Failure { Failure(PYXIS_ERROR_LIMIT_REACHED) }

  static func invalidArgument(_ message: String, key: String? = nil) -> Failure {
    Failure(PYXIS_ERROR_INVALID_ARGUMENT, message, key: key)
  }

  init(_ error: PyxisBootstrapError) {
    let status =
      switch error {
      case .unsupportedVersion, .unsupportedReportVersion: PYXIS_ERROR_UNSUPPORTED_VERSION
      case .alreadyPrepared: PYXIS_ERROR_ALREADY_PREPARED
      case .preparationInProgress: PYXIS_ERROR_PREPARATION_IN_PROGRESS
      case .malformedPayload: PYXIS_ERROR_MALFORMED_PAYLOAD
      case .malformedReport: PYXIS_ERROR_MALFORMED_REPORT
      case .invalidReport: PYXIS_ERROR_INVALID_REPORT
      case .reportNotPublished: PYXIS_ERROR_REPORT_NOT_PUBLISHED
      case .duplicateAdapter: PYXIS_ERROR_INVALID_ARGUMENT
      }
    self.init(
      status, error.description, key: error.key, offset: error.offset, version: error.version)
  }

  init(_ error: PyxisKeyError) {
    switch error {
    case .conflict(let name, _):
      self.init(PYXIS_ERROR_KEY_CONFLICT, error.description, key: name)
    case .invalidName: self.init(PYXIS_ERROR_INVALID_ARGUMENT, error.description)
    case .limitReached: self.init(PYXIS_ERROR_LIMIT_REACHED, error.description)
    }
  }
}

extension Failure: CustomStringConvertible {
  var description: String { message }
}

/// Runs what a function does, and turns how it ends into a status.
@inline(__always)
func status(of body: () throws(Failure) -> Void) -> pyxis_status {
  do throws(Failure) {
    try body()
    return PYXIS_OK
  } catch {
    return error.status
  }
}

/// Runs what a function does, and turns how it ends into a status and an error object.
///
/// - Parameter error: Where the caller wants the error object, if it does.
func status(
  reportingTo error: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws(Failure) -> Void
) -> pyxis_status {
  error?.pointee = nil
  do throws(Failure) {
    try body()
    return PYXIS_OK
  } catch let failure {
    if failure.status < 0 {
      // Where there is no room for an error object, the status still says it.
      error?.pointee = (try? ErrorObject(failure).makeHandle()) ?? nil
    }
    return failure.status
  }
}

/// Sets an out-parameter to what it has when the function fails, and insists that there is one.
@inline(__always)
func required<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, or none: Value
) throws(Failure) -> UnsafeMutablePointer<Value> {
  guard let pointer else { throw Failure(PYXIS_ERROR_INVALID_ARGUMENT) }
  pointer.pointee = none
  return pointer
}

/// Insists on an out-parameter for a handle.
func required(
  _ pointer: UnsafeMutablePointer<OpaquePointer?>?
) throws(Failure) -> UnsafeMutablePointer<OpaquePointer?> {
  try required(pointer, or: nil)
}
