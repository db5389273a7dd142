import CPyxis

/// See `pyxis.h`.
@c(pyxis_status_name) @implementation
public func pyxis_status_name(_ status: pyxis_status) -> UnsafePointer<CChar>? {
  cText(statusName(status))
}

/// See `pyxis.h`.
@c(pyxis_status_text) @implementation
public func pyxis_status_text(_ status: pyxis_status) -> UnsafePointer<CChar>? {
  cText(statusText(status))
}

private func statusName(_ status: pyxis_status) -> StaticString {
  switch status {
  case PYXIS_OK: "PYXIS_OK"
  case PYXIS_NO_PAYLOAD: "PYXIS_NO_PAYLOAD"
  case PYXIS_NOT_FOUND: "PYXIS_NOT_FOUND"
  case PYXIS_NOT_PREPARED: "PYXIS_NOT_PREPARED"
  case PYXIS_NO_REPORT_DIRECTORY: "PYXIS_NO_REPORT_DIRECTORY"
  case PYXIS_ERROR_INVALID_ARGUMENT: "PYXIS_ERROR_INVALID_ARGUMENT"
  case PYXIS_ERROR_INVALID_HANDLE: "PYXIS_ERROR_INVALID_HANDLE"
  case PYXIS_ERROR_INVALID_KEY: "PYXIS_ERROR_INVALID_KEY"
  case PYXIS_ERROR_INVALID_UTF8: "PYXIS_ERROR_INVALID_UTF8"
  case PYXIS_ERROR_INVALID_STRUCT: "PYXIS_ERROR_INVALID_STRUCT"
  case PYXIS_ERROR_TYPE_MISMATCH: "PYXIS_ERROR_TYPE_MISMATCH"
  case PYXIS_ERROR_KEY_CONFLICT: "PYXIS_ERROR_KEY_CONFLICT"
  case PYXIS_ERROR_BUFFER_TOO_SMALL: "PYXIS_ERROR_BUFFER_TOO_SMALL"
  case PYXIS_ERROR_WRONG_THREAD: "PYXIS_ERROR_WRONG_THREAD"
  case PYXIS_ERROR_WRONG_ORDER: "PYXIS_ERROR_WRONG_ORDER"
  case PYXIS_ERROR_NOT_OWNED: "PYXIS_ERROR_NOT_OWNED"
  case PYXIS_ERROR_MALFORMED_PAYLOAD: "PYXIS_ERROR_MALFORMED_PAYLOAD"
  case PYXIS_ERROR_UNSUPPORTED_VERSION: "PYXIS_ERROR_UNSUPPORTED_VERSION"
  case PYXIS_ERROR_ALREADY_PREPARED: "PYXIS_ERROR_ALREADY_PREPARED"
  case PYXIS_ERROR_PREPARATION_IN_PROGRESS: "PYXIS_ERROR_PREPARATION_IN_PROGRESS"
  case PYXIS_ERROR_CONFIGURE_FAILED: "PYXIS_ERROR_CONFIGURE_FAILED"
  case PYXIS_ERROR_INVALID_REPORT: "PYXIS_ERROR_INVALID_REPORT"
  case PYXIS_ERROR_MALFORMED_REPORT: "PYXIS_ERROR_MALFORMED_REPORT"
  case PYXIS_ERROR_LIMIT_REACHED: "PYXIS_ERROR_LIMIT_REACHED"
  case PYXIS_ERROR_REPORT_NOT_PUBLISHED: "PYXIS_ERROR_REPORT_NOT_PUBLISHED"
  default: "PYXIS_UNKNOWN_STATUS"
  }
}

func statusText(_ status: pyxis_status) -> StaticString {
  switch status {
  case PYXIS_OK: "The call did what it says."
  case PYXIS_NO_PAYLOAD: "The environment asks for nothing, so nothing was prepared."
  case PYXIS_NOT_FOUND: "There is no such entry, key, variant or report."
  case PYXIS_NOT_PREPARED: "The process was not prepared."
  case PYXIS_NO_REPORT_DIRECTORY: "Nobody asked for reports, so none was published."
  case PYXIS_ERROR_INVALID_ARGUMENT: "An argument is NULL, out of its range or without meaning."
  case PYXIS_ERROR_INVALID_HANDLE: "A handle is NULL, garbage, released or of another type."
  case PYXIS_ERROR_INVALID_KEY: "A key was not made by this library."
  case PYXIS_ERROR_INVALID_UTF8: "A text is not valid UTF-8."
  case PYXIS_ERROR_INVALID_STRUCT: "A struct has an unknown size, or an unknown field is set."
  case PYXIS_ERROR_TYPE_MISMATCH: "The key has another type."
  case PYXIS_ERROR_KEY_CONFLICT: "The key is defined already, with another type or default."
  case PYXIS_ERROR_BUFFER_TOO_SMALL: "The buffer is too small."
  case PYXIS_ERROR_WRONG_THREAD: "The call belongs to another thread."
  case PYXIS_ERROR_WRONG_ORDER: "The scope is not the innermost open one here."
  case PYXIS_ERROR_NOT_OWNED: "The handle is borrowed and not the caller's to release."
  case PYXIS_ERROR_MALFORMED_PAYLOAD: "The launch payload cannot be read."
  case PYXIS_ERROR_UNSUPPORTED_VERSION: "The launch payload has an unknown version."
  case PYXIS_ERROR_ALREADY_PREPARED: "This process was prepared already."
  case PYXIS_ERROR_PREPARATION_IN_PROGRESS: "A preparation of this process is running."
  case PYXIS_ERROR_CONFIGURE_FAILED: "The configure callback failed."
  case PYXIS_ERROR_INVALID_REPORT: "A result of a report lacks its value or its reason."
  case PYXIS_ERROR_MALFORMED_REPORT: "An encoded report cannot be read."
  case PYXIS_ERROR_LIMIT_REACHED: "A fixed limit of the library is reached."
  case PYXIS_ERROR_REPORT_NOT_PUBLISHED: "The report could not be published."
  default: "This is no status of the library."
  }
}
