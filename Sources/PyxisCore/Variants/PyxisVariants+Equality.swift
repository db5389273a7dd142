extension PyxisVariants: Hashable {
  /// Whether both collections hold the same variants, in whatever order.
  ///
  /// - Complexity: O(*n*) where the orders agree, else O(*n* log *n*) or better.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.elements.count == right.elements.count else { return false }
    if left.elements == right.elements { return true }
    // Sorted collections have one order only.
    if left.isSorted && right.isSorted { return false }
    return left.elements.allSatisfy { element in
      right.position(of: element.key).map { right.elements[$0] == element } ?? false
    }
  }

  /// Hashes the variants, in a way that does not depend on their order.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for element in elements { sum &+= element.hashValue }
    hasher.combine(elements.count)
    hasher.combine(sum)
  }
}
