import PyxisCore
import PyxisShims

/// Where preparation looks for the launch payload.
package enum LaunchEnvironment {
  /// The environment of the process, as C sees it; only read, during the call (R8).
  case process
  /// An environment that the caller gives, name by name.
  case given((String) -> LaunchText?)

  func value(of name: String) -> LaunchText? {
    switch self {
    case .given(let find): find(name)
    case .process:
      pyxis_shims_environment_variable(name).map { value in
        .borrowed(UnsafeRawBufferPointer(start: value, count: pyxis_shims_length(value)))
      }
    }
  }
}

/// A text of the launch environment, which may be long and is not copied.
package enum LaunchText {
  case string(String)
  /// Bytes of whoever has the environment, and maybe no text: valid until the host's code runs.
  case borrowed(UnsafeRawBufferPointer)
  case bytes([UInt8])

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .string(let text): text.withBytes(body)
    case .borrowed(let bytes): body(bytes)
    case .bytes(let bytes): bytes.withUnsafeBytes(body)
    }
  }

  /// Decodes the text as a launch payload.
  func decode() throws(PyxisBootstrapError) -> PyxisVariants {
    try withBytes { bytes in
      Result { () throws(PyxisBootstrapError) in try PyxisVariants(decoding: bytes) }
    }.get()
  }
}

/// The text of the launch payload, from the environment or from the file that it names.
enum LaunchPayload {
  /// Finds the payload.
  ///
  /// - Returns: Its text, or nil if the environment has none (R8).
  /// - Throws: ``PyxisBootstrapError/malformedPayload(reason:offset:)`` without an offset if both
  ///   variables are set or the file cannot be read.
  static func load(from environment: LaunchEnvironment) throws(PyxisBootstrapError) -> LaunchText? {
    let text = environment.value(of: pyxisEnvironmentKey)
    guard let path = environment.value(of: pyxisEnvironmentFileKey)?.withBytes(Array.init) else {
      if let text { try validate(text) }
      return text
    }
    guard text == nil else {
      throw .malformedPayload(
        reason: "both \(pyxisEnvironmentKey) and \(pyxisEnvironmentFileKey) are set", offset: nil)
    }
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else {
      throw .malformedPayload(
        reason: "\(pyxisEnvironmentFileKey) is not an absolute path", offset: nil)
    }
    return .bytes(try read(path))
  }

  /// Makes sure that a variable is text, so that the error names the variable if it is not.
  private static func validate(_ text: LaunchText) throws(PyxisBootstrapError) {
    // A string is valid by its type.
    if case .string = text { return }
    guard let offset = text.withBytes(UTF8Validation.firstInvalid) else { return }
    throw .malformedPayload(reason: "\(pyxisEnvironmentKey) is not valid UTF-8", offset: offset)
  }

  private static func read(_ path: [UInt8]) throws(PyxisBootstrapError) -> [UInt8] {
    var size: UInt64 = 0
    var code: Int32 = 0
    let descriptor = (path + [0]).withUnsafeBytes { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      return pyxis_shims_open_regular_file(
        start.assumingMemoryBound(to: CChar.self), &size, &code)
    }
    guard descriptor >= 0 else {
      throw unreadable(
        descriptor == -2
          ? "is not a regular file" : "could not be opened (\(systemErrorText(code)))")
    }
    defer { pyxis_shims_close(descriptor) }
    var contents: [UInt8] = []
    contents.reserveCapacity(Int(min(size, 1 << 26)))
    var count = 0
    repeat {
      let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initialized in
        count = buffer.baseAddress.map { pyxis_shims_read(descriptor, $0, buffer.count) } ?? 0
        initialized = max(count, 0)
      }
      // No JSON text has a NUL byte; a file with a hole of any size has many.
      guard !chunk.contains(0) else {
        let offset = contents.count + (chunk.firstIndex(of: 0) ?? 0)
        throw .malformedPayload(
          reason: "the file of \(pyxisEnvironmentFileKey) has a NUL byte", offset: offset)
      }
      contents += chunk
    } while count > 0
    guard count == 0 else { throw unreadable("could not be read to its end") }
    return contents
  }

  private static func unreadable(_ what: String) -> PyxisBootstrapError {
    .malformedPayload(reason: "the file of \(pyxisEnvironmentFileKey) \(what)", offset: nil)
  }
}
