/// Which scope something comes from.
package struct ScopeMark: Sendable {
  /// How many scopes deep it was; the outermost is 1, and 0 is no scope.
  package let depth: UInt32
  package let label: ScopeLabel?

  package init(depth: UInt32, label: ScopeLabel?) {
    self.depth = depth
    self.label = label
  }

  /// No scope.
  package static let none: ScopeMark = ScopeMark(depth: 0, label: nil)
}

/// The name that a scope was given when it was opened.
package final class ScopeLabel: Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}
