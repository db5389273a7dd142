/// Why a key could not be defined.
public enum PyxisKeyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name is defined already, with another type, default or secrecy (R5).
  case conflict(name: String, reason: String)
  /// The name is empty or has a NUL in it.
  case invalidName(reason: String)
  /// The process has as many keys as the library can tell apart.
  case limitReached

  /// An English sentence that says what was wrong.
  public var description: String {
    switch self {
    case .conflict(let name, let reason): "The key \(name.quoted()) is defined already: \(reason)."
    case .invalidName(let reason): "The key cannot be defined: \(reason)."
    case .limitReached: "The key cannot be defined: there are \(KeyRegistry.limit) keys already."
    }
  }
}
