/// Where the value of an entry comes from.
///
/// ```swift
/// print(PyxisOrigin(of: SubscriptionStatusKey.self))  // the scope "preview" at depth 1
/// ```
public enum PyxisOrigin: Hashable, Sendable {
  /// Nothing holds the entry: it reads as the key's default.
  case keyDefault
  /// What preparation published.
  case processDefault
  /// A scope that set the entry, or came with a configuration that holds it.
  ///
  /// - Parameters:
  ///   - depth: How many scopes deep it was when it was opened; the outermost is 1.
  ///   - label: What it was called when it was opened.
  case scope(depth: Int, label: String?)
  /// A configuration value, outside any scope.
  case configuration

  /// Explains the effective value of a key.
  ///
  /// An entry that the update of a scope set keeps that origin wherever its configuration is
  /// captured and used. The other entries of a configuration come from the scope that shows it;
  /// captured in a scope with a label and not changed since, they keep coming from that scope.
  ///
  /// - Parameter key: The key.
  /// - Complexity: O(1), without a lock.
  public init<Key: PyxisConfigurationKey>(of key: Key.Type) {
    self.init(ofSlot: KeyRegistry.slot(of: key))
  }

  package init(ofSlot slot: UInt32) {
    let context = ScopeContext()
    guard let storage = context.storage, let box = ConfigurationStorage.find(slot, in: storage)
    else {
      self = .keyDefault
      return
    }
    let installing = storage._withUnsafeGuaranteedRef { $0.installing }
    self.init(
      of: box, slot: slot, otherwise: installing.depth != 0 ? installing : context.mark)
  }

  /// Explains a box that a configuration holds.
  ///
  /// - Parameter scope: The scope that what comes from no update came with.
  init(of box: Unmanaged<Box>, slot: UInt32, otherwise scope: ScopeMark) {
    if let storage = ProcessDefault.borrow(),
      ConfigurationStorage.find(slot, in: storage)?.toOpaque() == box.toOpaque()
    {
      self = .processDefault
      return
    }
    let origin = box._withUnsafeGuaranteedRef { $0.origin }
    let mark = origin.depth != 0 ? origin : scope
    self =
      mark.depth != 0 ? .scope(depth: Int(mark.depth), label: mark.text) : .configuration
  }
}

extension PyxisOrigin: CustomStringConvertible {
  /// The origin in words, such as `the scope "preview" at depth 1`.
  public var description: String {
    switch self {
    case .keyDefault: "the key's default"
    case .processDefault: "the process default"
    case .scope(let depth, let label?): "the scope \"\(label)\" at depth \(depth)"
    case .scope(let depth, nil): "a scope at depth \(depth)"
    case .configuration: "a configuration value"
    }
  }
}
