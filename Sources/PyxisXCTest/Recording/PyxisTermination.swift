import Foundation

/// How the process of a host ended.
public enum PyxisTermination: Hashable, Sendable {
  /// It exited.
  ///
  /// - Parameter code: The exit status, from 0 to 255.
  case exited(_ code: Int32)

  /// A signal killed it.
  ///
  /// - Parameter signal: The signal's number.
  case signaled(_ signal: Int32)

  /// Nobody knows: other code of the runner's process waited for the host, or ignores `SIGCHLD`.
  case unknown

  /// Whether the host exited with status 0.
  public var isSuccess: Bool { self == .exited(0) }
}

extension PyxisTermination: CustomStringConvertible {
  /// What happened, as `exited with status 3` or `was killed by signal 11 (segmentation fault)`.
  public var description: String {
    switch self {
    case .exited(let code): return "exited with status \(code)"
    case .signaled(let signal):
      let name = String(cString: strsignal(signal)).lowercased()
      return "was killed by signal \(signal) (\(name))"
    case .unknown: return "ended, and nobody knows how"
    }
  }
}
