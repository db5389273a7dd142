import PyxisCore

/// Why a host was not launched at all.
///
/// Whatever a host does after it was started is no error, but part of its ``PyxisRun``.
public enum PyxisLaunchError: Error, Hashable, Sendable {
  /// A part of the launch configuration is something that no process can have.
  ///
  /// - Parameter reason: What is wrong, as a clause without a full stop.
  case invalidConfiguration(reason: String)

  /// The requested variants cannot be encoded.
  case invalidRequest(PyxisBootstrapError)

  /// There is no such program.
  ///
  /// - Parameters:
  ///   - executable: The program, as it was looked for.
  ///   - reason: Where it was looked for, or what the system says; a clause without a full stop.
  case executableNotFound(executable: String, reason: String)

  /// The program is there, and the system does not execute it.
  ///
  /// - Parameters:
  ///   - executable: The path of the program.
  ///   - reason: Why, as a clause without a full stop.
  case notExecutable(executable: String, reason: String)

  /// The working directory cannot be entered.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - reason: Why, as a clause without a full stop.
  case invalidWorkingDirectory(path: String, reason: String)

  /// The system does not pass that much to a program.
  ///
  /// - Parameters:
  ///   - byteCount: The size of all arguments and variables, in bytes.
  ///   - largest: The largest one: `argument 3` or `environment variable "NAME"`.
  ///   - largestByteCount: Its size, in bytes.
  case argumentsTooLarge(byteCount: Int, largest: String, largestByteCount: Int)

  /// The system refused something that every launch needs: a directory, a pipe, a process.
  ///
  /// - Parameter reason: What, and what the system says, as a clause without a full stop.
  case systemFailure(reason: String)
}

extension PyxisLaunchError {
  /// Whether the program could not be executed, for a reason that lies in the program.
  public var isAboutExecutable: Bool {
    switch self {
    case .executableNotFound, .notExecutable: true
    default: false
    }
  }
}

extension PyxisLaunchError: CustomStringConvertible {
  /// What was wrong and where, as a sentence.
  public var description: String {
    switch self {
    case .invalidConfiguration(let reason):
      "The launch configuration is invalid: \(reason)."
    case .invalidRequest(let error):
      "The launch request cannot be encoded. \(error)"
    case .executableNotFound(let executable, let reason):
      "The executable \(executable.quoted()) was not found: \(reason)."
    case .notExecutable(let executable, let reason):
      "The file \(executable.quoted()) could not be executed: \(reason)."
    case .invalidWorkingDirectory(let path, let reason):
      "The working directory \(path.quoted()) cannot be entered: \(reason)."
    case .argumentsTooLarge(let byteCount, let largest, let largestByteCount):
      "The arguments and the environment are too large for the system: \(byteCount) bytes, of "
        + "which \(largest) has \(largestByteCount)."
    case .systemFailure(let reason):
      "The host could not be launched: \(reason)."
    }
  }
}
