import Foundation

/// A value behind a lock. The thread sanitizer knows this lock, unlike Swift's `Mutex`.
///
/// Sendable: nothing reaches the value but what holds the lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Runs a closure that has the value for itself.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
