import Testing

/// Counts the calls of a destroy function by the user data that it got.
final class DestroyCounter: Sendable {
  private final class Counts: Sendable {
    let byUserData = Locked<[UInt: Int]>([:])
  }

  /// The destroy function.
  let function: FFICallback
  private let counts: Counts

  init() {
    let counts = Counts()
    self.counts = counts
    function = FFICallback(parameters: 1) { arguments in
      counts.byUserData.withLock { $0[arguments[0], default: 0] += 1 }
    }
  }

  /// How often each user data was destroyed: configure's first, then those of the adapters.
  func destroyed(adapters: Int) -> [Int] {
    counts.byUserData.withLock { counts in
      (0...UInt(adapters)).map { counts[Preparation.userData + $0] ?? 0 }
    }
  }

  /// How often anything was destroyed.
  var total: Int { counts.byUserData.withLock { $0.values.reduce(0, +) } }
}

/// What happened, in the order in which it happened.
final class Log: Sendable {
  private let entries = Locked<[String]>([])

  var all: [String] { entries.withLock { $0 } }

  func note(_ entry: String) {
    entries.withLock { $0.append(entry) }
  }
}
