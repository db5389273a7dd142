import PyxisShims

// The storage of a scope ends with the scope, on the thread that made it, and the next scope needs
// one like it. So each thread keeps one, with the box of a number.
extension ConfigurationStorage {
  /// Takes the spare storage of this thread, if it has room for as many entries beside its tree.
  @inline(__always)
  static func takeSpare(capacity: UInt32) -> ConfigurationStorage? {
    let thread = pyxis_shims_current_thread()
    guard let pointer = thread.pointee.spare_storage else { return nil }
    let spare = Unmanaged<ConfigurationStorage>.fromOpaque(pointer)
    let hasRoom = spare._withUnsafeGuaranteedRef { storage in
      storage.withUnsafeMutablePointerToHeader { capacity <= $0.pointee.capacity }
    }
    guard hasRoom else { return nil }
    thread.pointee.spare_storage = nil
    return spare.takeRetainedValue()
  }

  /// Gives up a reference to a storage that a scope was made with, while what it borrows from is
  /// there; it becomes this thread's spare one if it was the last.
  ///
  /// What the storage held may end here, which may run a destructor of the host's.
  static func recycle(_ spare: Unmanaged<ConfigurationStorage>) {
    guard pyxis_shims_has_references(spare.toOpaque(), 1) else {
      // Somebody keeps it longer than what it borrows from lasts.
      spare._withUnsafeGuaranteedRef { $0.ownAll() }
      return spare.release()
    }
    spare._withUnsafeGuaranteedRef { $0.clear() }
    let thread = pyxis_shims_current_thread()
    // A destructor may have left one there.
    guard thread.pointee.spare_storage == nil else { return spare.release() }
    if !thread.pointee.registered { OpenScopes.cleanUpAtThreadExit() }
    thread.pointee.spare_storage = UnsafeRawPointer(spare.toOpaque())
  }

  /// Lets go of the spare storage of a thread that ends.
  static func freeSpare() {
    let thread = pyxis_shims_current_thread()
    guard let pointer = thread.pointee.spare_storage else { return }
    thread.pointee.spare_storage = nil
    Unmanaged<ConfigurationStorage>.fromOpaque(pointer).release()
  }

  /// Lets go of everything that the storage holds, but for a spare box; nobody else refers to it.
  private func clear() {
    withUnsafeMutablePointers { header, entries in
      let count = Int(truncatingIfNeeded: header.pointee.count)
      header.pointee.count = 0
      var index = 0
      while index < count {
        if let box = entries[index].ownBox {
          if header.pointee.spareBox == nil, let spare = Box.spare(box) {
            header.pointee.spareBox = spare
          } else {
            box.release()
          }
        }
        index &+= 1
      }
      if header.pointee.needsNoRelease {
        header.pointee.owned = []
      } else {
        Self.letGoOfHeader(of: header)
      }
    }
  }

  @inline(never)
  private static func letGoOfHeader(of header: UnsafeMutablePointer<Header>) {
    let before = header.pointee
    header.pointee.updating = .none
    header.pointee.installing = .none
    header.pointee.label = nil
    header.pointee.owned = []
    letGo(of: before)
  }

  /// Takes the spare box and puts a number in it, if it is a box for values of this kind.
  @inline(__always)
  func takeSpareBox(_ kind: KeyKind, for number: Int64) -> Box? {
    withUnsafeMutablePointerToHeader { header in
      guard let spare = header.pointee.spareBox,
        spare._withUnsafeGuaranteedRef({ $0.kind == kind })
      else { return nil }
      header.pointee.spareBox = nil
      let box = unsafeDowncast(spare.takeRetainedValue(), to: ValueBox<Int64>.self)
      box.value = number
      return box
    }
  }
}

extension ConfigurationStorage.Header {
  /// Whether letting go of what this refers to is nothing to be done.
  @inline(__always)
  fileprivate var needsNoRelease: Bool {
    owned.isEmpty && updating.label == nil && installing.label == nil && label == nil
  }
}

extension ConfigurationStorage.Entry {
  /// The box, if the storage has a reference of its own to it.
  @inline(__always)
  fileprivate var ownBox: Unmanaged<Box>? { isOwned ? box : nil }
}

extension Box {
  /// The box itself, if it holds a number and nobody else refers to it.
  @inline(__always)
  fileprivate static func spare(_ box: Unmanaged<Box>) -> Unmanaged<Box>? {
    guard box._withUnsafeGuaranteedRef({ type(of: $0) == ValueBox<Int64>.self }) else { return nil }
    var reference: Box? = box.takeRetainedValue()
    let isUnique = isKnownUniquelyReferenced(&reference)
    guard let kept = move(&reference) else { return nil }
    return isUnique ? kept : nil
  }
}
