extension PyxisConfiguration: Equatable {
  /// Whether two configurations hold equal entries, the same requested variants and equal reports.
  ///
  /// Values of `Equatable` types compare by `==` (doubles by their bits, text by its bytes where
  /// languages share the key), others are equal only where they were set once and copied. An
  /// entry that is set to the key's default differs from one that is not set.
  ///
  /// - Complexity: O(*k*) for *k* keys of the process, O(1) for copies of each other.
  public static func == (one: Self, other: Self) -> Bool {
    if one.storage === other.storage { return true }
    guard one.requested == other.requested, one.report == other.report else { return false }
    return withExtendedLifetime((one, other)) {
      (0..<UInt32(KeyRegistry.count)).allSatisfy { slot in
        switch (one.find(slot), other.find(slot)) {
        case (nil, nil): true
        case (let box?, let otherBox?):
          box._withUnsafeGuaranteedRef { box in
            otherBox._withUnsafeGuaranteedRef { box.isEqual(to: $0) }
          }
        default: false
        }
      }
    }
  }

  /// Takes an entry out: it reads as the key's default again.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether the configuration held it.
  @discardableResult
  public mutating func unset<Key: PyxisConfigurationKey>(_ key: Key.Type) -> Bool {
    unset(KeyRegistry.slot(of: key)) != nil
  }

  /// Takes the box of a slot out.
  ///
  /// - Returns: The box, for a caller that holds something while it lets go of it.
  package mutating func unset(_ slot: UInt32) -> AnyObject? {
    guard find(slot) != nil else { return nil }
    return unsetHeld(slot)
  }
}
