// Every change here is made to a storage that one configuration value alone refers to. What a
// change replaces is returned, so that the caller lets go of it (which may run a destructor of the
// host's) when the storage is whole again.
extension ConfigurationStorage {
  /// Puts a box at a slot.
  ///
  /// - Parameters:
  ///   - box: Taken over; nobody else has a reference.
  ///   - storage: Replaced by a larger copy if the entry does not fit.
  package static func set(
    _ slot: UInt32, to box: consuming Box, in storage: inout ConfigurationStorage
  ) -> AnyObject? {
    box.setOrigin(storage.withUnsafeMutablePointerToHeader { $0.pointee.updating })
    if let index = storage.recentIndex(of: slot) {
      let box = moved(box)
      return storage.withUnsafeMutablePointerToElements { entries in
        let before = entries[index]
        entries[index] = Entry(slot: slot, isOwned: true, box: box)
        return before.take()
      }
    }
    if storage.belongsInTree(box, at: slot) { return storage.setInTree(slot, to: box) }
    let (count, capacity) = storage.withUnsafeMutablePointerToHeader {
      ($0.pointee.count, $0.pointee.capacity)
    }
    var hidden: AnyObject?
    if count == capacity {
      if count >= recentCount, storage.treeIsUnique {
        hidden = storage.moveRecentEntriesIntoTree()
      } else if count >= mostRecentCount {
        return storage.setInTree(slot, to: box)
      } else {
        let (updating, installing) = storage.withUnsafeMutablePointerToHeader {
          ($0.pointee.updating, $0.pointee.installing)
        }
        storage = storage.copy(
          capacity: capacity * 2, updating: updating, installing: installing)
      }
    }
    let entry = Entry(slot: slot, isOwned: true, box: moved(box))
    storage.withUnsafeMutablePointers { header, entries in
      (entries + Int(header.pointee.count)).initialize(to: entry)
      header.pointee.count += 1
    }
    return hidden
  }

  /// Takes the box of a slot out; the slot then reads as the key's default.
  ///
  /// - Returns: What was there, or nil.
  package func unset(_ slot: UInt32) -> AnyObject? {
    let recent: Box? = recentIndex(of: slot).flatMap { index in
      withUnsafeMutablePointers { header, entries in
        let entry = entries[index]
        header.pointee.count -= 1
        entries[index] = entries[Int(header.pointee.count)]
        return entry.take() ?? entry.box.takeUnretainedValue()
      }
    }
    // An entry beside the tree may hide an older one in it.
    guard isInTree(slot) else { return recent }
    return Leftovers([recent, setInTree(slot, to: nil)])
  }

  private func isInTree(_ slot: UInt32) -> Bool {
    withUnsafeMutablePointerToHeader { header in
      guard let tree = header.pointee.tree, TrieNode.covers(slot, level: header.pointee.level)
      else { return false }
      return TrieNode.find(slot, in: tree, level: header.pointee.level) != nil
    }
  }

  /// Whether a box has to go into the tree, or costs nothing there.
  ///
  /// In a tree that is ours alone no node has to be copied, and what stands there need not be copied
  /// for each scope. Else a box stands beside the tree; it may hide one in the tree, which goes with
  /// the tree then. A value that has a destructor goes at once: whoever captures this configuration
  /// may keep it longer than all that hold the value. What the process default holds never goes.
  @inline(__always)
  private func belongsInTree(_ box: Box, at slot: UInt32) -> Bool {
    let (isUpdating, hasTree, treeEnds) = withUnsafeMutablePointerToHeader {
      (
        $0.pointee.updating.depth != 0, $0.pointee.tree != nil,
        $0.pointee.counted.contains(.tree)
      )
    }
    guard hasTree else { return false }
    if !isUpdating, treeIsUnique { return true }
    return treeEnds && !box.isPlain && isInTree(slot)
  }

  /// Ends the update of a scope: what is set from now on comes from elsewhere. Nobody else refers to
  /// the storage.
  func finishUpdate() {
    withUnsafeMutablePointerToHeader { header in
      guard header.pointee.updating.depth != 0 else { return }
      header.pointee.updating.release()
      header.pointee.updating = ScopeMark(depth: 0, label: nil)
    }
  }

  /// Keeps the label of the scope that the storage is for, and says that what comes from no update
  /// came with that scope.
  func keep(_ label: ScopeLabel, depth: UInt32) {
    withUnsafeMutablePointerToHeader { header in
      header.pointee.label = .passRetained(label)
      guard header.pointee.installing.depth == 0 else { return }
      header.pointee.installing = ScopeMark(depth: depth, label: .passRetained(label))
    }
  }

  /// Gets ready to be changed; nobody else refers to the storage.
  ///
  /// It forgets which scope the entries came with, unless it is that of a scope's update: a captured
  /// configuration that is changed comes from the scope that shows it.
  ///
  /// - Parameter isUpdating: Whether a scope is being updated here. If not, the storage escaped from
  ///   an update that is over.
  func startChange(isUpdating: Bool) {
    if !isUpdating { finishUpdate() }
    withUnsafeMutablePointerToHeader { header in
      guard header.pointee.updating.depth == 0, header.pointee.installing.depth != 0 else { return }
      header.pointee.installing.release()
      header.pointee.installing = .none
    }
  }

  /// Makes a copy for the update that this storage is of, if there is one.
  func copyForUpdate() -> ConfigurationStorage {
    let (updating, installing) = withUnsafeMutablePointerToHeader {
      ($0.pointee.updating, $0.pointee.installing)
    }
    return updating.depth != 0 ? copy(updating: updating, installing: installing) : copy()
  }

  /// The scope that what comes from no update came with, if it was copied from that scope.
  var installing: ScopeMark { withUnsafeMutablePointerToHeader { $0.pointee.installing } }

  /// Replaces what the configuration says of its launch.
  package func setFacts(_ facts: LaunchFacts) {
    let before = withUnsafeMutablePointerToHeader { header in
      let isOwned = header.pointee.owned.contains(.facts)
      let before = isOwned ? header.pointee.facts?.takeRetainedValue() : nil
      header.pointee.facts = .passRetained(facts)
      header.pointee.counted.insert(.facts)
      header.pointee.owned.insert(.facts)
      return before
    }
    _ = consume before
  }

  /// Makes a copy that lives for ever, all of whose entries stand in the tree.
  ///
  /// Configurations derived from it count no references to its tree and facts, and have all their
  /// room for recent entries.
  package func makeImmortal() -> Unmanaged<ConfigurationStorage> {
    let copy = copy()
    copy.moveRecentEntriesIntoTree()
    copy.withUnsafeMutablePointerToHeader { header in
      header.pointee.counted = []
      header.pointee.owned = []
    }
    return .passRetained(copy)
  }

  private func recentIndex(of slot: UInt32) -> Int? {
    withUnsafeMutablePointers { header, entries in
      (0..<Int(header.pointee.count)).first { entries[$0].slot == slot }
    }
  }

  /// Whether entries can go into the tree without a copy of a node that others share.
  private var treeIsUnique: Bool {
    withUnsafeMutablePointerToHeader { header in
      guard header.pointee.owned.contains(.tree), let tree = header.pointee.tree else {
        return header.pointee.tree == nil
      }
      var node = tree.takeRetainedValue()
      defer { header.pointee.tree = .passRetained(node) }
      return isKnownUniquelyReferenced(&node)
    }
  }

  /// - Returns: What entries hid that stood in the tree.
  @discardableResult
  private func moveRecentEntriesIntoTree() -> AnyObject? {
    let count = Int(withUnsafeMutablePointerToHeader { $0.pointee.count })
    var hidden: [AnyObject?] = []
    for index in 0..<count {
      let (slot, box) = withUnsafeMutablePointerToElements { entries in
        (entries[index].slot, entries[index].take() ?? entries[index].box.takeUnretainedValue())
      }
      if let replaced = setInTree(slot, to: box) { hidden.append(replaced) }
    }
    withUnsafeMutablePointerToHeader { $0.pointee.count = 0 }
    return hidden.isEmpty ? nil : Leftovers(hidden)
  }

  private func setInTree(_ slot: UInt32, to box: Box?) -> AnyObject? {
    let (owns, tree) = withUnsafeMutablePointerToHeader {
      ($0.pointee.owned.contains(.tree), $0.pointee.tree)
    }
    // A tree that is not ours to count keeps the reference it lives by, so it is never unique.
    var root = owns ? tree?.takeRetainedValue() : tree?.takeUnretainedValue()
    var node = root.take() ?? TrieNode.make(level: 0)
    while !TrieNode.covers(slot, level: node.header.level) { node = TrieNode.raise(node) }
    let replaced = TrieNode.set(slot, to: box, in: &node)
    withUnsafeMutablePointerToHeader { header in
      header.pointee.level = node.header.level
      header.pointee.counted.insert(.tree)
      header.pointee.owned.insert(.tree)
      header.pointee.tree = .passRetained(node)
    }
    return replaced
  }
}

/// Several objects that a change replaced, as one.
private final class Leftovers {
  private let objects: [AnyObject?]

  init(_ objects: [AnyObject?]) {
    self.objects = objects
  }
}
