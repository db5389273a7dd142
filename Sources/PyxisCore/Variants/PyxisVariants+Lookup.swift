extension PyxisVariants {
  /// The value of a key; setting `nil` removes the key.
  ///
  /// - Parameter key: The key, which is compared by its UTF-8 bytes.
  /// - Complexity: Reading is O(log *n*) or better. Setting is O(1) on average where the key is
  ///   there or becomes the last one. Removing is O(*n*); see `removeAll(where:)` for many.
  public subscript(key: String) -> String? {
    get {
      position(of: key).map { elements[$0].value }
    }
    set {
      if let newValue {
        set(PyxisVariant(key: key, value: newValue))
      } else {
        remove(key)
      }
    }
  }

  /// Sets a variant: in place of the one with its key, or else after all others.
  ///
  /// - Parameter variant: The variant.
  /// - Complexity: O(log *n*) or better, on average over many calls.
  public mutating func set(_ variant: PyxisVariant) {
    if let position = position(of: variant.key) {
      elements[position] = variant
    } else {
      append(variant)
    }
  }

  /// Removes all variants for which a predicate is true, and keeps the order of the others.
  ///
  /// - Parameter isRemoved: The predicate.
  /// - Complexity: O(*n*).
  public mutating func removeAll(where isRemoved: (PyxisVariant) throws -> Bool) rethrows {
    elements = try elements.filter { try !isRemoved($0) }
    positions = PositionTable()
    indexIfNeeded()
  }

  /// The position of a key, or `nil` where it is not there.
  package func position(of key: String) -> Int? {
    if elements.count <= Self.smallCount {
      return elements.firstIndex { $0.key.isByteEqual(to: key) }
    }
    if isSorted {
      return ByteOrder.position(of: key, count: elements.count) { elements[$0].key }
    }
    return positions.position(hash: key.byteHash) { elements[$0].key.isByteEqual(to: key) }
  }

  /// Adds a variant whose key is not there.
  private mutating func append(_ variant: PyxisVariant) {
    isSorted = elements.last.map { isSorted && $0.key.isByteLess(than: variant.key) } ?? true
    elements.append(variant)
    if positions.isEmpty {
      indexIfNeeded()
    } else {
      positions.insert(hash: variant.key.byteHash, position: elements.count - 1)
    }
  }

  /// Removes the variant with a key, where there is one.
  private mutating func remove(_ key: String) {
    guard let position = position(of: key) else { return }
    if !positions.isEmpty {
      positions.remove(
        hash: key.byteHash, position: position, isLast: position == elements.count - 1)
    }
    elements.remove(at: position)
  }

  /// Makes the table of positions where there are many keys that are not sorted.
  private mutating func indexIfNeeded() {
    guard !isSorted, elements.count > Self.smallCount else { return }
    positions = PositionTable(minimumCapacity: elements.count)
    for (position, element) in elements.enumerated() {
      positions.insert(hash: element.key.byteHash, position: position)
    }
  }
}
