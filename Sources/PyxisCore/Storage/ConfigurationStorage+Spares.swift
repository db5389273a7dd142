import PyxisShims

// The storage of a scope ends with the scope, on the thread that made it, and the next scope needs
// one like it. So each thread keeps a few, for as many scopes inside one another, and each of them
// the boxes of a few numbers.
extension ConfigurationStorage {
  /// How many spare storages a thread keeps, and how many boxes each of them.
  private static let keptStorages: UInt8 = 4
  private static let keptBoxes: UInt8 = 8

  /// Takes the last spare storage of this thread, if it has room for as many entries beside its tree.
  @inline(__always)
  static func takeSpare(capacity: UInt32) -> ConfigurationStorage? {
    let thread = pyxis_shims_current_thread()
    guard let pointer = thread.pointee.spare_storage else { return nil }
    let spare = Unmanaged<ConfigurationStorage>.fromOpaque(pointer)
    let (room, next) = spare.header { ($0.pointee.capacity, $0.pointee.nextSpare) }
    guard capacity <= room else { return nil }
    thread.pointee.spare_storage = next
    return spare.takeRetainedValue()
  }

  /// Gives up a reference to a storage that a scope was made with, while what it borrows from is
  /// there; it becomes a spare one of this thread if it was the last.
  ///
  /// What the storage held may end here, which may run a destructor of the host's.
  static func recycle(_ storage: Unmanaged<ConfigurationStorage>) {
    guard pyxis_shims_has_one_reference(storage.toOpaque()), pyxis_shims_uses_again else {
      // Somebody may keep it longer than what it borrows from lasts.
      storage._withUnsafeGuaranteedRef { $0.ownAll() }
      return storage.release()
    }
    storage._withUnsafeGuaranteedRef { $0.clear() }
    let thread = pyxis_shims_current_thread()
    // Destructors may have left some there.
    guard let last = thread.pointee.spare_storage else {
      if !thread.pointee.registered { OpenScopes.cleanUpAtThreadExit() }
      return storage.becomeSpare(before: nil, number: 1)
    }
    let number = Unmanaged<ConfigurationStorage>.fromOpaque(last).header { $0.pointee.spareNumber }
    if number < keptStorages {
      storage.becomeSpare(before: last, number: number &+ 1)
    } else {
      replace(.fromOpaque(last), by: storage)
    }
  }

  /// Keeps the larger of the last spare storage and one that there is no place for.
  @inline(never)
  private static func replace(
    _ last: Unmanaged<ConfigurationStorage>, by storage: Unmanaged<ConfigurationStorage>
  ) {
    let (room, next, number) = last.header {
      ($0.pointee.capacity, $0.pointee.nextSpare, $0.pointee.spareNumber)
    }
    guard storage.header({ $0.pointee.capacity }) > room else { return storage.release() }
    storage.becomeSpare(before: next, number: number)
    last.release()
  }

  /// Lets go of the spare storages of a thread that ends.
  static func freeSpares() {
    let thread = pyxis_shims_current_thread()
    while let pointer = thread.pointee.spare_storage {
      let spare = Unmanaged<ConfigurationStorage>.fromOpaque(pointer)
      thread.pointee.spare_storage = spare.header { $0.pointee.nextSpare }
      spare.release()
    }
  }

  /// Lets go of everything that the storage holds, but for spare boxes; nobody else refers to it.
  private func clear() {
    withUnsafeMutablePointers { header, entries in
      let count = Int(truncatingIfNeeded: header.pointee.count)
      header.pointee.count = 0
      var index = 0
      while index < count {
        if let box = entries[index].ownBox {
          if header.pointee.spareBoxCount < Self.keptBoxes, let spare = Box.spare(box) {
            spare._withUnsafeGuaranteedRef { $0.next = header.pointee.spareBoxes }
            header.pointee.spareBoxes = spare
            header.pointee.spareBoxCount &+= 1
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

  /// Takes a spare box and puts a number in it, if there is one for values of this kind.
  @inline(__always)
  func takeSpareBox(_ kind: KeyKind, for number: Int64) -> Box? {
    withUnsafeMutablePointerToHeader { header in
      guard let spare = header.pointee.spareBoxes,
        spare._withUnsafeGuaranteedRef({ $0.kind == kind })
      else { return nil }
      let box = spare.takeRetainedValue()
      header.pointee.spareBoxes = box.next
      header.pointee.spareBoxCount &-= 1
      box.next = nil
      box.value = number
      return box
    }
  }
}

extension Unmanaged where Instance == ConfigurationStorage {
  @inline(__always)
  fileprivate func header<Result>(
    _ body: (UnsafeMutablePointer<ConfigurationStorage.Header>) -> Result
  ) -> Result {
    _withUnsafeGuaranteedRef { $0.withUnsafeMutablePointerToHeader(body) }
  }

  /// Becomes the last spare storage of this thread, which takes the reference over.
  @inline(__always)
  fileprivate func becomeSpare(before next: UnsafeRawPointer?, number: UInt8) {
    header { header in
      header.pointee.nextSpare = next
      header.pointee.spareNumber = number
    }
    pyxis_shims_current_thread().pointee.spare_storage = UnsafeRawPointer(toOpaque())
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
  fileprivate static func spare(_ box: Unmanaged<Box>) -> Unmanaged<ValueBox<Int64>>? {
    guard box._withUnsafeGuaranteedRef({ type(of: $0) == ValueBox<Int64>.self }),
      pyxis_shims_has_one_reference(box.toOpaque())
    else { return nil }
    return .fromOpaque(box.toOpaque())
  }
}
