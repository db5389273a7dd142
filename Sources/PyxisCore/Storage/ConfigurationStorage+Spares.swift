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

  /// Gives up a reference to a storage, which becomes this thread's spare one if it was the last.
  ///
  /// What the storage held may end here, which may run a destructor of the host's.
  static func recycle(_ reference: consuming ConfigurationStorage) {
    var storage: ConfigurationStorage? = consume reference
    // What others read of it they read before they gave their references up.
    guard isKnownUniquelyReferenced(&storage), let spare = move(&storage) else { return }
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

  /// Lets go of everything that the storage holds; nobody else refers to it.
  private func clear() {
    withUnsafeMutablePointers { header, entries in
      let before = header.pointee
      header.pointee.take(over: .init(capacity: before.capacity))
      for index in 0..<Int(before.count) {
        let box = entries[index].box
        if header.pointee.spareBox == nil, let spare = Box.spare(box) {
          header.pointee.spareBox = spare
        } else {
          box.release()
        }
      }
      Self.letGo(of: before)
    }
  }

  /// Takes the spare box and puts a number in it, if it is a box for values of this kind.
  @inline(__always)
  func takeSpareBox(_ kind: KeyKind, for number: Int64) -> Unmanaged<Box>? {
    withUnsafeMutablePointerToHeader { header in
      guard let box = header.pointee.spareBox,
        box._withUnsafeGuaranteedRef({ $0.kind == kind })
      else { return nil }
      header.pointee.spareBox = nil
      box._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: ValueBox<Int64>.self).value = number
      }
      return box
    }
  }
}

extension ConfigurationStorage.Header {
  /// Becomes another header, of a storage that had nothing in it; room and spare box stay.
  @inline(__always)
  mutating func take(over other: Self) {
    count = other.count
    level = other.level
    ownsTree = other.ownsTree
    ownsFacts = other.ownsFacts
    tree = other.tree
    facts = other.facts
    updating = other.updating
    installing = other.installing
    label = other.label
  }
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
