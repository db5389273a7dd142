import PyxisCore
import Synchronization

/// Counts the tokens that are alive, and those that ended more than once.
final class TokenCount: Sendable {
  private let living = Atomic(0)

  var alive: Int { living.load(ordering: .acquiring) }

  fileprivate func add(_ number: Int) {
    living.add(number, ordering: .acquiringAndReleasing)
  }
}

/// A value whose life is counted.
final class Token: Sendable {
  let number: Int
  private let count: TokenCount
  private let state = Atomic(Token.living)

  private static let living: UInt64 = 0x600D_600D_600D_600D

  init(_ number: Int, in count: TokenCount) {
    self.number = number
    self.count = count
    count.add(1)
  }

  /// Whether nothing ended or overwrote the token yet.
  var isAlive: Bool { state.load(ordering: .acquiring) == Self.living }

  deinit {
    precondition(isAlive, "A token ended twice.")
    state.store(0, ordering: .releasing)
    count.add(-1)
  }
}

/// Tokens at the slots of a configuration: what stands for the entries of keys, without keys.
///
/// Such a configuration is read by slot only: real keys may have the same slots.
extension PyxisConfiguration {
  subscript(slot slot: UInt32) -> Token? {
    get {
      storage.flatMap { storage in
        ConfigurationStorage.find(slot, in: .passUnretained(storage))?
          ._withUnsafeGuaranteedRef { $0.value(as: Token.self) }
      }
    }
    set {
      if let newValue {
        set(slot, to: .make(newValue, kind: .opaque))
      } else {
        _ = unset(slot)
      }
    }
  }
}
