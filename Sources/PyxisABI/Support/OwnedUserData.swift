import CPyxis

/// A host's `user_data`, given up exactly once: when the last reference to this object goes.
///
/// `user_data` is the host's; that it may be used where the callback runs is the host's promise.
final class OwnedUserData: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?
  private let destroy: pyxis_destroy_function?

  init(_ pointer: UnsafeMutableRawPointer?, destroy: pyxis_destroy_function?) {
    self.pointer = pointer
    self.destroy = destroy
  }

  deinit {
    destroy?(pointer)
  }
}
