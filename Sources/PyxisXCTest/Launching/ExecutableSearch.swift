import Foundation
import PyxisCore

/// Finds programs, and says why one cannot be executed.
enum ExecutableSearch {
  /// Where programs are looked for if the host has no `PATH`.
  private static let defaultPath = "/usr/local/bin:/usr/bin:/bin"

  /// The absolute path of a program.
  ///
  /// - Parameters:
  ///   - executable: A path, or a name without a slash.
  ///   - path: The host's `PATH`.
  static func find(_ executable: String, path: String?) throws(PyxisLaunchError) -> String {
    if executable.utf8.contains(UInt8(ascii: "/")) {
      let path = absolutePath(executable)
      if let error = fault(of: path) { throw error }
      return path
    }
    return try search(executable, path: path ?? defaultPath)
  }

  /// The first file of that name that can be executed.
  private static func search(
    _ name: String, path: String
  ) throws(PyxisLaunchError) -> String {
    var firstFault: PyxisLaunchError?
    for directory in path.split(separator: ":") {
      let candidate = absolutePath(directory + "/" + name)
      guard let error = fault(of: candidate) else { return candidate }
      if case .notExecutable = error { firstFault = firstFault ?? error }
    }
    throw firstFault
      ?? .executableNotFound(
        executable: name, reason: "it is in no directory of the host's PATH, \(path.quoted())")
  }

  /// Why a path cannot be executed, as far as that can be seen from outside.
  static func fault(of path: String) -> PyxisLaunchError? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let error = errno
      return error == EACCES
        ? .notExecutable(executable: path, reason: errorText(error))
        : .executableNotFound(executable: path, reason: errorText(error))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let reason = status.st_mode & S_IFMT == S_IFDIR ? "it is a directory" : "it is no file"
      return .notExecutable(executable: path, reason: reason)
    }
    guard access(path, X_OK) == 0 else {
      let reason = status.st_mode & 0o111 == 0 ? "it is not marked as executable" : errorText(errno)
      return .notExecutable(executable: path, reason: reason)
    }
    return nil
  }

  /// Why a directory cannot be a working directory.
  static func fault(ofWorkingDirectory path: String) -> PyxisLaunchError? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return .invalidWorkingDirectory(path: path, reason: errorText(errno))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return .invalidWorkingDirectory(path: path, reason: "it is no directory")
    }
    guard access(path, X_OK) == 0 else {
      return .invalidWorkingDirectory(path: path, reason: errorText(errno))
    }
    return nil
  }

  /// Why the system did not execute a file that looks as if it could be executed.
  static func reason(for error: Int32, executing path: String) -> String {
    switch error {
    case ENOEXEC:
      return "it is no program of this system, and does not start with \"#!\""
    case ENOENT, ENOTDIR, EACCES:
      guard let interpreter = interpreter(of: path) else { return errorText(error) }
      return "its interpreter \(interpreter.quoted()) cannot be executed: \(errorText(error))"
    default:
      return errorText(error)
    }
  }

  /// The interpreter that a script names in its first line.
  private static func interpreter(of path: String) -> String? {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { read(file.number, $0.baseAddress, $0.count) }
    let line = bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }
    guard line.starts(with: "#!".utf8) else { return nil }
    let words = line.dropFirst(2).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return words.first.map { String(decoding: $0, as: UTF8.self) }
  }
}
