/// The entries of a configuration: a few recent ones beside a shared tree of all others.
///
/// An override costs one small object whatever the number of entries. A storage changes only while
/// one configuration value alone refers to it, and is constant once it is shared, in a scope, or
/// published.
///
/// References to boxes, tree and facts are counted by hand, so that reading retains nothing, and
/// so that what the process default holds, which lives for ever, is not counted at all: threads
/// that open scopes at once share no counter.
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
    var ownsTree: Bool
    var ownsFacts: Bool
    @usableFromInline
    var tree: Unmanaged<TrieNode>?
    var facts: Unmanaged<LaunchFacts>?
    /// The scope that is being updated: what is set now comes from it. Only until it opens.
    var updating: ScopeMark
    /// The scope that what comes from no update came with.
    var installing: ScopeMark
    /// The label of the scope that the storage is for, if it is for one alone.
    var label: Unmanaged<ScopeLabel>?
    /// The box of a number that nothing refers to any more, for the next number.
    var spareBox: Unmanaged<Box>?

    /// The header of a storage without entries.
    init(capacity: UInt32, updating: ScopeMark = .none, installing: ScopeMark = .none) {
      count = 0
      self.capacity = capacity
      level = 0
      ownsTree = false
      ownsFacts = false
      self.updating = updating
      self.installing = installing
    }
  }

  @usableFromInline
  package struct Entry {
    @usableFromInline
    let slot: UInt32
    @usableFromInline
    var box: Unmanaged<Box>
  }

  /// How many entries stand beside the tree before it takes them in, if that copies no node.
  static let recentCount: UInt32 = 8
  /// How many entries stand beside the tree at the most.
  static let mostRecentCount: UInt32 = 16

  deinit {
    withUnsafeMutablePointers { header, entries in
      for index in 0..<Int(header.pointee.count) { entries[index].box.release() }
      Self.letGo(of: header.pointee)
      header.pointee.spareBox?.release()
    }
  }

  /// Lets go of what a header refers to, but for entries and spare box.
  @inline(__always)
  static func letGo(of header: Header) {
    if header.ownsTree { header.tree?.release() }
    if header.ownsFacts { header.facts?.release() }
    header.updating.release()
    header.installing.release()
    header.label?.release()
  }

  @inline(__always)
  private static func make(_ header: Header) -> ConfigurationStorage {
    header.updating.retain()
    header.installing.retain()
    if let spare = takeSpare(capacity: header.capacity) {
      spare.withUnsafeMutablePointerToHeader { $0.pointee.take(over: header) }
      return spare
    }
    return unsafeDowncast(
      create(minimumCapacity: Int(header.capacity)) { _ in header },
      to: ConfigurationStorage.self)
  }

  /// Makes a storage without entries.
  package static func make(updating: ScopeMark = .none) -> ConfigurationStorage {
    make(Header(capacity: recentCount / 2, updating: updating))
  }

  /// Makes an independent copy of a storage, which has room for at least one more entry unless it
  /// has as many as may stand beside the tree.
  ///
  /// - Complexity: O(1): at most 16 references are copied, whatever the number of entries.
  package static func copy(
    _ original: Unmanaged<ConfigurationStorage>, capacity: UInt32 = 0,
    updating: ScopeMark = .none, installing: ScopeMark = .none
  ) -> ConfigurationStorage {
    original._withUnsafeGuaranteedRef { original in
      original.withUnsafeMutablePointers { header, entries in
        let room = min(max(header.pointee.count + 1, capacity), mostRecentCount)
        var new = Header(
          capacity: [2, 4, recentCount].first { room <= $0 } ?? mostRecentCount,
          updating: updating, installing: installing)
        new.count = header.pointee.count
        new.level = header.pointee.level
        new.ownsTree = header.pointee.ownsTree
        new.ownsFacts = header.pointee.ownsFacts
        new.tree = header.pointee.tree
        new.facts = header.pointee.facts
        if new.ownsTree { _ = new.tree?.retain() }
        if new.ownsFacts { _ = new.facts?.retain() }
        let copy = make(new)
        copy.withUnsafeMutablePointerToElements { copies in
          for index in 0..<Int(new.count) {
            let entry = entries[index]
            _ = entry.box.retain()
            (copies + index).initialize(to: entry)
          }
        }
        return copy
      }
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
