import Foundation

/// The text of an `errno`, as a clause without a full stop.
func errorText(_ error: Int32) -> String {
  let text = String(cString: strerror(error))
  return text.prefix(1).lowercased() + text.dropFirst()
}

/// A path, taken from this process's working directory where it is relative, without a slash at its
/// end.
func absolutePath(_ path: String) -> String {
  let isAbsolute = path.utf8.first == UInt8(ascii: "/")
  var result = isAbsolute ? path : FileManager.default.currentDirectoryPath + "/" + path
  while result.utf8.count > 1, result.utf8.last == UInt8(ascii: "/") { result.removeLast() }
  return result
}

/// Calls a function again while a signal interrupts it.
///
/// - Returns: Its result, or an `errno` where that is -1.
func uninterrupted<Value: SignedInteger>(_ call: () -> Value) -> Result<Value, SystemError> {
  while true {
    let value = call()
    if value != -1 { return .success(value) }
    let error = errno
    if error != EINTR { return .failure(SystemError(code: error)) }
  }
}

/// An `errno`.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  /// What the system calls it.
  var description: String { errorText(code) }
}

/// An open file, which is closed when nobody has it any more.
///
/// All are closed in child processes (`O_CLOEXEC`).
struct Descriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens a file, relative to a directory or to the working directory.
  static func open(
    _ path: String, in directory: Int32 = AT_FDCWD, _ flags: Int32, mode: mode_t = 0o600
  ) throws(SystemError) -> Descriptor {
    try open(FileName(path), in: directory, flags, mode: mode)
  }

  /// Opens a file, relative to a directory.
  static func open(
    _ name: FileName, in directory: Int32, _ flags: Int32, mode: mode_t = 0o600
  ) throws(SystemError) -> Descriptor {
    let number = try uninterrupted {
      name.withCString { openat(directory, $0, flags | O_CLOEXEC, mode) }
    }.get()
    return Descriptor(number)
  }

  /// This file under a number that is none of the standard ones.
  consuming func aboveStandard() throws(SystemError) -> Descriptor {
    if number > STDERR_FILENO { return self }
    return Descriptor(try uninterrupted { fcntl(number, F_DUPFD_CLOEXEC, 3) }.get())
  }

  /// What the system knows of the file.
  func status() throws(SystemError) -> stat {
    var result = stat()
    _ = try uninterrupted { fstat(number, &result) }.get()
    return result
  }

  /// Writes all bytes.
  func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = try uninterrupted { [rest] in
        rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      }.get()
      rest = rest.dropFirst(count)
    }
  }
}
