import CPyxis

/// What a call returned. Failing expectations show the constant's name.
struct Status: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  let rawValue: Int32

  static let ok = Status(rawValue: PYXIS_OK)
  static let noPayload = Status(rawValue: PYXIS_NO_PAYLOAD)
  static let notFound = Status(rawValue: PYXIS_NOT_FOUND)
  static let notPrepared = Status(rawValue: PYXIS_NOT_PREPARED)
  static let noReportDirectory = Status(rawValue: PYXIS_NO_REPORT_DIRECTORY)
  static let invalidArgument = Status(rawValue: PYXIS_ERROR_INVALID_ARGUMENT)
  static let invalidHandle = Status(rawValue: PYXIS_ERROR_INVALID_HANDLE)
  static let invalidKey = Status(rawValue: PYXIS_ERROR_INVALID_KEY)
  static let invalidUTF8 = Status(rawValue: PYXIS_ERROR_INVALID_UTF8)
  static let invalidStruct = Status(rawValue: PYXIS_ERROR_INVALID_STRUCT)
  static let typeMismatch = Status(rawValue: PYXIS_ERROR_TYPE_MISMATCH)
  static let keyConflict = Status(rawValue: PYXIS_ERROR_KEY_CONFLICT)
  static let bufferTooSmall = Status(rawValue: PYXIS_ERROR_BUFFER_TOO_SMALL)
  static let wrongThread = Status(rawValue: PYXIS_ERROR_WRONG_THREAD)
  static let wrongOrder = Status(rawValue: PYXIS_ERROR_WRONG_ORDER)
  static let notOwned = Status(rawValue: PYXIS_ERROR_NOT_OWNED)
  static let malformedPayload = Status(rawValue: PYXIS_ERROR_MALFORMED_PAYLOAD)
  static let unsupportedVersion = Status(rawValue: PYXIS_ERROR_UNSUPPORTED_VERSION)
  static let alreadyPrepared = Status(rawValue: PYXIS_ERROR_ALREADY_PREPARED)
  static let preparationInProgress = Status(rawValue: PYXIS_ERROR_PREPARATION_IN_PROGRESS)
  static let configureFailed = Status(rawValue: PYXIS_ERROR_CONFIGURE_FAILED)
  static let invalidReport = Status(rawValue: PYXIS_ERROR_INVALID_REPORT)
  static let malformedReport = Status(rawValue: PYXIS_ERROR_MALFORMED_REPORT)
  static let limitReached = Status(rawValue: PYXIS_ERROR_LIMIT_REACHED)
  static let reportNotPublished = Status(rawValue: PYXIS_ERROR_REPORT_NOT_PUBLISHED)

  var isError: Bool { rawValue < 0 }

  var description: String { String(cString: pyxis_status_name(rawValue)) }
}
