/// Which scope something comes from.
///
/// It counts no reference to the label: whoever keeps a mark retains and releases it, which costs
/// nothing for the many scopes without one.
package struct ScopeMark: BitwiseCopyable, @unchecked Sendable {  // Labels are constant.
  /// How many scopes deep it was; the outermost is 1, and 0 is no scope.
  package let depth: UInt32
  package let label: Unmanaged<ScopeLabel>?

  package init(depth: UInt32, label: Unmanaged<ScopeLabel>?) {
    self.depth = depth
    self.label = label
  }

  /// No scope.
  package static let none: ScopeMark = ScopeMark(depth: 0, label: nil)

  /// The label's text.
  package var text: String? { label?._withUnsafeGuaranteedRef { $0.text } }

  @inline(__always)
  func retain() {
    _ = label?.retain()
  }

  @inline(__always)
  func release() {
    label?.release()
  }
}

/// The name that a scope was given when it was opened.
package final class ScopeLabel: Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}
