/// A node of the persistent vector that holds a configuration's entries by slot.
///
/// A leaf (level 0) holds boxes, an inner node holds nodes, 16 of either. A node is changed in
/// place only while one configuration alone refers to it, and is constant once it is shared.
@usableFromInline
package final class TrieNode: ManagedBuffer<TrieNode.Header, Unmanaged<AnyObject>?> {
  /// 0 for a leaf, else one more than the children's.
  @usableFromInline
  package struct Header {
    @usableFromInline
    package let level: UInt32
  }

  @inlinable
  static var bits: UInt32 { 4 }
  @inlinable
  static var width: Int { 16 }

  deinit {
    withUnsafeMutablePointerToElements { children in
      for index in 0..<Self.width { children[index]?.release() }
    }
  }

  /// Makes a node without children.
  package static func make(level: UInt32) -> TrieNode {
    let node = unsafeDowncast(
      create(minimumCapacity: width) { _ in Header(level: level) }, to: TrieNode.self)
    node.withUnsafeMutablePointerToElements { $0.initialize(repeating: nil, count: width) }
    return node
  }

  /// Whether a tree whose root has this level has a place for the slot.
  @inlinable
  @inline(__always)
  package static func covers(_ slot: UInt32, level: UInt32) -> Bool {
    // The level is 7 at the most, so the shift is 32 at the most.
    UInt64(slot) &>> UInt64(bits &* (level &+ 1)) == 0
  }

  /// The box of a slot that the tree covers, borrowed from the tree.
  ///
  /// - Complexity: O(log slots), without retain or lock.
  @inlinable
  @inline(__always)
  package static func find(
    _ slot: UInt32, in root: Unmanaged<TrieNode>, level: UInt32
  ) -> Unmanaged<Box>? {
    var node = root
    var shift = bits &* level
    while shift != 0 {
      guard let child = node.children[Int(slot &>> shift) & (width &- 1)] else { return nil }
      node = Unmanaged.fromOpaque(child.toOpaque())
      shift &-= bits
    }
    return node.children[Int(slot) & (width &- 1)].map { Unmanaged.fromOpaque($0.toOpaque()) }
  }

  /// Puts a box, or nothing, at a slot that the tree covers, and copies the nodes that are shared.
  ///
  /// - Returns: What was there before: the caller lets go of it when no lock is held.
  package static func set(_ slot: UInt32, to box: Box?, in node: inout TrieNode) -> AnyObject? {
    if !isKnownUniquelyReferenced(&node) { node = node.copy() }
    let level = node.header.level
    let index = Int(slot >> (bits * level)) & (width - 1)
    var before = node.withUnsafeMutablePointerToElements { children in
      let before = children[index]
      children[index] = nil
      return before?.takeRetainedValue()
    }
    guard level > 0 else {
      node.put(box, at: index)
      return before
    }
    // The child's only reference, if the node's was: `set` copies it unless it is unique.
    var child: TrieNode
    if let before = before.take() {
      child = unsafeDowncast(before, to: TrieNode.self)
    } else if box != nil {
      child = make(level: level - 1)
    } else {
      return nil
    }
    let replaced = set(slot, to: box, in: &child)
    node.put(child, at: index)
    return replaced
  }

  /// Makes a root one level higher, with the tree so far at its lowest slots.
  package static func raise(_ root: TrieNode) -> TrieNode {
    let raised = make(level: root.header.level + 1)
    raised.put(root, at: 0)
    return raised
  }

  private func put(_ child: AnyObject?, at index: Int) {
    withUnsafeMutablePointerToElements { $0[index] = child.map { .passRetained($0) } }
  }

  private func copy() -> TrieNode {
    let copy = Self.make(level: header.level)
    withUnsafeMutablePointerToElements { children in
      copy.withUnsafeMutablePointerToElements { copies in
        for index in 0..<Self.width { copies[index] = children[index]?.retain() }
      }
    }
    return copy
  }
}

extension Unmanaged where Instance == TrieNode {
  @inlinable
  @inline(__always)
  var children: UnsafeMutablePointer<Unmanaged<AnyObject>?> {
    _withUnsafeGuaranteedRef { $0.withUnsafeMutablePointerToElements { $0 } }
  }
}
