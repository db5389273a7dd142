/// An open-addressing hash table from hashes to positions in an array that somebody else keeps.
struct PositionTable: Sendable {
  /// One place of the table.
  private struct Slot {
    var hash: Int = 0

    /// The position, or a negative number where the place is free.
    var position: Int = -1
  }

  /// The places: a power of two of them, at most half of them in use.
  private var slots: [Slot] = []

  /// How many positions the table holds.
  private(set) var count: Int = 0

  /// Whether the table holds no position.
  var isEmpty: Bool { count == 0 }

  /// Makes a table with room for a number of positions.
  init(minimumCapacity: Int = 0) {
    guard minimumCapacity > 0 else { return }
    resize(toHold: minimumCapacity)
  }

  /// Finds a position.
  ///
  /// - Parameters:
  ///   - hash: The hash of what is looked for.
  ///   - isMatch: Whether what is looked for is at a position with the same hash.
  /// - Complexity: O(1) calls on average.
  func position(hash: Int, where isMatch: (Int) -> Bool) -> Int? {
    guard let index = slot(hash: hash, where: isMatch) else { return nil }
    return slots[index].position
  }

  /// Whether a position with a hash matches.
  func contains(hash: Int, where isMatch: (Int) -> Bool) -> Bool {
    slot(hash: hash, where: isMatch) != nil
  }

  /// Adds a position that is not there yet.
  ///
  /// - Complexity: O(1) on average, over many calls.
  mutating func insert(hash: Int, position: Int) {
    if (count &+ 1) &* 2 > slots.count { resize(toHold: count &+ 1) }
    place(Slot(hash: hash, position: position))
    count &+= 1
  }

  /// Removes a position, and moves all larger ones down by one.
  ///
  /// - Parameters:
  ///   - hash: The hash that the position was added with.
  ///   - position: The position.
  ///   - isLast: Whether there is no larger one.
  /// - Complexity: O(1) on average for the last position, else O(count).
  mutating func remove(hash: Int, position: Int, isLast: Bool) {
    guard var gap = slot(hash: hash, where: { $0 == position }) else { return }
    let mask = slots.count &- 1
    var index = (gap &+ 1) & mask
    // What follows moves back over the gap, unless that is before the place of its hash.
    while slots[index].position >= 0 {
      let distance = (index &- slots[index].hash) & mask
      if distance >= (index &- gap) & mask {
        slots[gap] = slots[index]
        gap = index
      }
      index = (index &+ 1) & mask
    }
    slots[gap] = Slot()
    count &-= 1
    guard !isLast else { return }
    for index in slots.indices where slots[index].position > position {
      slots[index].position &-= 1
    }
  }

  /// The place of a matching position.
  private func slot(hash: Int, where isMatch: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count &- 1
    var index = hash & mask
    while slots[index].position >= 0 {
      if slots[index].hash == hash && isMatch(slots[index].position) { return index }
      index = (index &+ 1) & mask
    }
    return nil
  }

  /// Puts a position into the first free place.
  private mutating func place(_ slot: Slot) {
    let mask = slots.count &- 1
    var index = slot.hash & mask
    while slots[index].position >= 0 {
      index = (index &+ 1) & mask
    }
    slots[index] = slot
  }

  /// Makes the table larger.
  private mutating func resize(toHold needed: Int) {
    var size = 16
    while size < needed &* 2 { size &*= 2 }
    let old = slots
    slots = Array(repeating: Slot(), count: size)
    for slot in old where slot.position >= 0 { place(slot) }
  }
}
