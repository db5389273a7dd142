import Foundation

/// A value behind a lock.
///
/// Not Swift's `Mutex`: the thread sanitizer does not see that one orders threads which wait for it.
///
/// Sendable: nothing reaches the value but what holds the lock.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Runs a closure that has the value for itself.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
