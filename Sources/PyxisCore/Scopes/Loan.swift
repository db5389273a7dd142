import PyxisShims

/// The storage of a scope, as long as the scope's update may change it.
///
/// The scope has a reference of its own, since the update may put another configuration in the place
/// of its own, and let that one escape.
struct Loan {
  let storage: UnsafeRawPointer
  /// What was lent on this thread before this.
  let before: UnsafeRawPointer?

  /// Lends a configuration's storage, which nobody else refers to.
  @inline(__always)
  static func open(_ configuration: inout PyxisConfiguration) -> Loan? {
    guard let storage = address(of: &configuration.storage) else { return nil }
    pyxis_shims_retain_unshared(storage)
    let thread = pyxis_shims_current_thread()
    let before = thread.pointee.lent_storage
    thread.pointee.lent_storage = storage
    return Loan(storage: storage, before: before)
  }

  /// A loan that was opened before.
  @inline(__always)
  init(storage: UnsafeRawPointer, before: UnsafeRawPointer?) {
    self.storage = storage
    self.before = before
  }

  /// Whether a storage is lent here, and only the scope and this variable refer to it: then it may be
  /// changed in place.
  @inline(__always)
  static func isOpen(_ variable: inout ConfigurationStorage?) -> Bool {
    guard let lent = pyxis_shims_current_thread().pointee.lent_storage else { return false }
    return address(of: &variable) == lent && pyxis_shims_has_references(lent, 2)
  }

  /// Whether a scope is being updated on this thread.
  @inline(__always)
  static var isAnyOpen: Bool { pyxis_shims_current_thread().pointee.lent_storage != nil }

  /// Ends the loan, and gives up the scope's reference.
  ///
  /// - Returns: Whether the configuration has the only reference to the storage now. Otherwise others
  ///   have some, and the storage owns what it borrowed.
  @inline(__always)
  func close(_ configuration: inout PyxisConfiguration) -> Bool {
    pyxis_shims_current_thread().pointee.lent_storage = before
    let lent = Unmanaged<ConfigurationStorage>.fromOpaque(storage)
    guard address(of: &configuration.storage) == storage, pyxis_shims_has_references(storage, 2)
    else {
      Self.giveUp(lent)
      return false
    }
    pyxis_shims_release_unshared(storage)
    lent._withUnsafeGuaranteedRef { $0.finishUpdate() }
    return true
  }

  /// Leaves a storage to those who got hold of it while it was lent. They may be using it, so that
  /// nothing is changed that others look at.
  @inline(never)
  private static func giveUp(_ storage: Unmanaged<ConfigurationStorage>) {
    storage._withUnsafeGuaranteedRef { $0.ownAll() }
    storage.release()
  }
}
