/// The entries of a configuration: a few recent ones beside a shared tree of all others.
///
/// An override costs one small object whatever the number of entries. A storage changes only while
/// one configuration value alone refers to it, and is constant once it is shared, in a scope, or
/// published.
///
/// References to boxes, tree and facts are counted by hand, so that reading retains nothing. What
/// the process default holds, which lives for ever, is not counted at all. And the storage of a
/// scope that is one synchronous call borrows from the configuration around it, which stays as long:
/// opening a scope touches no counter of what it shares. If anybody keeps such a storage, it takes
/// references of its own before the scope ends; see ``LexicalScope``.
@usableFromInline
package final class ConfigurationStorage: ManagedBuffer<
  ConfigurationStorage.Header, ConfigurationStorage.Entry
>
{
  @usableFromInline
  package struct Header {
    /// The number of entries beside the tree, and how many fit.
    @usableFromInline
    var count: UInt32
    let capacity: UInt32
    /// The level of the tree's root.
    @usableFromInline
    var level: UInt32
    /// Which of tree and facts are counted at all; constant once others may read the storage.
    var counted: Shared
    /// Which of them the storage has a reference of its own to. Only whoever changes or ends the
    /// storage asks.
    var owned: Shared
    @usableFromInline
    var tree: Unmanaged<TrieNode>?
    var facts: Unmanaged<LaunchFacts>?
    /// The scope that is being updated: what is set now comes from it. Only until it opens.
    var updating: ScopeMark
    /// The scope that what comes from no update came with.
    var installing: ScopeMark
    /// The label of the scope that the storage is for, if it is for one alone.
    var label: Unmanaged<ScopeLabel>?
    /// Boxes of numbers that nothing refers to any more, for the next numbers.
    var spareBoxes: Unmanaged<ValueBox<Int64>>?
    var spareBoxCount: UInt8
    /// Of a spare storage, how many its thread has with it, and the one that is next.
    var spareNumber: UInt8
    var nextSpare: UnsafeRawPointer?

    /// The header of a storage that holds nothing.
    init(capacity: UInt32) {
      count = 0
      self.capacity = capacity
      level = 0
      counted = []
      owned = []
      spareBoxCount = 0
      spareNumber = 0
      updating = .none
      installing = .none
    }
  }

  /// Parts that a storage may share with others.
  package struct Shared: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    static let tree = Shared(rawValue: 1)
    static let facts = Shared(rawValue: 2)
  }

  @usableFromInline
  package struct Entry {
    @usableFromInline
    let slot: UInt32
    /// Whether the storage has a reference of its own to the box. Only whoever changes or ends the
    /// storage asks.
    var isOwned: Bool
    @usableFromInline
    var box: Unmanaged<Box>

    /// Gives the box up, with the reference if there is one.
    consuming func take() -> Box? {
      isOwned ? box.takeRetainedValue() : nil
    }
  }

  /// How many entries stand beside the tree before it takes them in, if that copies no node.
  static let recentCount: UInt32 = 8
  /// How many entries stand beside the tree at the most.
  static let mostRecentCount: UInt32 = 16

  deinit {
    withUnsafeMutablePointers { header, entries in
      for index in 0..<Int(header.pointee.count) where entries[index].isOwned {
        entries[index].box.release()
      }
      Self.letGo(of: header.pointee)
      header.pointee.spareBoxes?.release()
    }
  }

  /// Lets go of what a header refers to, but for entries and spare boxes.
  @inline(__always)
  static func letGo(of header: Header) {
    if header.owned.contains(.tree) { header.tree?.release() }
    if header.owned.contains(.facts) { header.facts?.release() }
    header.updating.release()
    header.installing.release()
    header.label?.release()
  }

  /// Makes a storage without entries; what it holds besides is for the caller to say.
  @inline(__always)
  private static func make(
    capacity: UInt32, updating: ScopeMark, installing: ScopeMark
  ) -> ConfigurationStorage {
    let storage = takeSpare(capacity: capacity) ?? allocate(capacity: capacity)
    updating.retain()
    installing.retain()
    storage.withUnsafeMutablePointerToHeader { header in
      header.pointee.updating = updating
      header.pointee.installing = installing
    }
    return storage
  }

  @inline(never)
  private static func allocate(capacity: UInt32) -> ConfigurationStorage {
    unsafeDowncast(
      create(minimumCapacity: Int(capacity)) { _ in Header(capacity: capacity) },
      to: ConfigurationStorage.self)
  }

  /// Makes a storage without entries.
  package static func make(updating: ScopeMark = .none) -> ConfigurationStorage {
    let storage = make(capacity: recentCount / 2, updating: updating, installing: .none)
    storage.withUnsafeMutablePointerToHeader { header in
      // A spare storage may have been another's copy.
      header.pointee.level = 0
      header.pointee.counted = []
      header.pointee.tree = nil
      header.pointee.facts = nil
    }
    return storage
  }

  /// Makes an independent copy of a storage, which has room for at least one more entry unless it
  /// has as many as may stand beside the tree.
  ///
  /// - Complexity: O(1): at most 16 references are copied, whatever the number of entries.
  package static func copy(
    _ original: Unmanaged<ConfigurationStorage>, capacity: UInt32 = 0,
    updating: ScopeMark = .none, installing: ScopeMark = .none
  ) -> ConfigurationStorage {
    let copy = borrowingCopy(
      original, capacity: capacity, updating: updating, installing: installing)
    copy.ownAll()
    return copy
  }

  /// Makes a copy that borrows from the original, which has to stay until the copy ends or owns all.
  @inline(__always)
  static func borrowingCopy(
    _ original: Unmanaged<ConfigurationStorage>, capacity: UInt32 = 0,
    updating: ScopeMark = .none, installing: ScopeMark = .none
  ) -> ConfigurationStorage {
    original._withUnsafeGuaranteedRef { original in
      original.withUnsafeMutablePointers { header, entries in
        let count = header.pointee.count
        let copy = make(
          capacity: room(for: max(count &+ 1, capacity)), updating: updating,
          installing: installing)
        copy.withUnsafeMutablePointers { new, copies in
          new.pointee.count = count
          new.pointee.level = header.pointee.level
          new.pointee.counted = header.pointee.counted
          new.pointee.tree = header.pointee.tree
          new.pointee.facts = header.pointee.facts
          for index in 0..<Int(truncatingIfNeeded: count) {
            (copies + index).initialize(
              to: Entry(slot: entries[index].slot, isOwned: false, box: entries[index].box))
          }
        }
        return copy
      }
    }
  }

  /// How much room a storage for so many entries beside its tree gets.
  @inline(__always)
  private static func room(for count: UInt32) -> UInt32 {
    count <= 2 ? 2 : count <= 4 ? 4 : count <= recentCount ? recentCount : mostRecentCount
  }

  /// Takes references of its own to all that the storage borrows, which is still there.
  ///
  /// Others may be reading it meanwhile: they look at nothing that changes here.
  func ownAll() {
    withUnsafeMutablePointers { header, entries in
      for index in 0..<Int(header.pointee.count) where !entries[index].isOwned {
        _ = entries[index].box.retain()
        entries[index].isOwned = true
      }
      let borrowed = header.pointee.counted.subtracting(header.pointee.owned)
      if borrowed.contains(.tree) { _ = header.pointee.tree?.retain() }
      if borrowed.contains(.facts) { _ = header.pointee.facts?.retain() }
      header.pointee.owned = header.pointee.counted
    }
  }

  /// Makes an independent copy, as the function above does, and keeps the original until then.
  package func copy(
    capacity: UInt32 = 0, updating: ScopeMark = .none, installing: ScopeMark = .none
  ) -> ConfigurationStorage {
    withExtendedLifetime(self) {
      Self.copy(
        .passUnretained(self), capacity: capacity, updating: updating, installing: installing)
    }
  }

  // MARK: - Reading

  /// The box of a slot, borrowed from the storage.
  ///
  /// - Complexity: O(log slots), without retain or lock.
  @inlinable
  @inline(__always)
  package static func find(
    _ slot: UInt32, in storage: Unmanaged<ConfigurationStorage>
  ) -> Unmanaged<Box>? {
    storage._withUnsafeGuaranteedRef { storage in
      storage.withUnsafeMutablePointers { header, entries in
        var index = 0
        let count = Int(truncatingIfNeeded: header.pointee.count)
        while index < count {
          if entries[index].slot == slot { return entries[index].box }
          index &+= 1
        }
        guard let tree = header.pointee.tree,
          TrieNode.covers(slot, level: header.pointee.level)
        else { return nil }
        return TrieNode.find(slot, in: tree, level: header.pointee.level)
      }
    }
  }

  /// What the launch asked for and what became of it.
  package var facts: LaunchFacts? {
    withUnsafeMutablePointerToHeader { $0.pointee.facts?.takeUnretainedValue() }
  }
}
