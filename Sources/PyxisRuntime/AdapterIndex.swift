import PyxisCore

/// Which adapter serves which key, compared by bytes.
package struct AdapterIndex {
  /// Runs the adapter at a position of the caller's list.
  package typealias Apply = (Int, PyxisVariant) throws -> PyxisVariantResult

  /// The keys as the caller lists them.
  private let keys: any AdapterKeys
  /// Their positions in the order of their bytes, or nil if the list is in that order.
  private let positions: [Int]?

  /// Orders adapters.
  ///
  /// - Parameter keys: The keys that there are adapters for, each once.
  /// - Throws: ``PyxisBootstrapError/duplicateAdapter(key:)``.
  package init(_ keys: any AdapterKeys) throws(PyxisBootstrapError) {
    self.keys = keys
    positions = keys.areStrictlyAscending ? nil : try Self.sorted(keys.packed)
  }

  private static func sorted(_ keys: PackedTexts) throws(PyxisBootstrapError) -> [Int] {
    let positions = keys.sortedPositions
    for (position, next) in zip(positions, positions.dropFirst())
    where keys.areEqual(position, next) {
      throw .duplicateAdapter(key: keys[next])
    }
    return positions
  }

  /// What became of each requested variant: runs the adapters in the order of the keys' bytes, and
  /// fills in for keys that have none (R10, R14).
  func report(on requested: PyxisVariants, apply: Apply) -> PyxisBootstrapReport {
    var results: [PyxisBootstrapReport.Entry] = []
    results.reserveCapacity(requested.count)
    forEach(of: requested) { variant, position in
      let result =
        position.map { Self.result(of: variant, at: $0, apply: apply) }
        ?? Self.resultWithoutAdapter(for: variant.key)
      results.append(PyxisBootstrapReport.Entry(key: variant.key, result: result))
    }
    return PyxisBootstrapReport(sorted: results)
  }

  /// What became of the requested variants that have an adapter, and of no other.
  func handledResults(
    on requested: PyxisVariants, apply: Apply
  ) -> [(key: String, result: PyxisVariantResult)] {
    var results: [(key: String, result: PyxisVariantResult)] = []
    forEach(of: requested) { variant, position in
      guard let position else { return }
      results.append((variant.key, Self.result(of: variant, at: position, apply: apply)))
    }
    return results
  }

  /// Visits the variants in the order of their keys' bytes, each with its adapter's position.
  ///
  /// - Complexity: O(adapters + variants): both are in one order.
  @inline(__always)
  private func forEach(
    of requested: PyxisVariants, _ body: (PyxisVariant, Int?) -> Void
  ) {
    var next = 0
    for variant in requested.sortedByBytes {
      let served = position(of: variant.key, from: &next)
      if served != nil { next += 1 }
      body(variant, served)
    }
  }

  /// The position of a key's adapter, or nil if it has none.
  ///
  /// - Parameter next: A place in the order of bytes that no adapter of the key is before; moved to
  ///   where the key's adapter is or would be.
  private func position(of key: String, from next: inout Int) -> Int? {
    while next < keys.count {
      let position = positions?[next] ?? next
      switch keys.comparison(at: position, with: key) {
      case .equal: return position
      case .greater: return nil
      case .less: next += 1
      }
    }
    return nil
  }

  private static func result(
    of variant: PyxisVariant, at position: Int, apply: Apply
  ) -> PyxisVariantResult {
    let result: PyxisVariantResult
    do {
      result = try OpenScopes.closing { try apply(position, variant) }
    } catch {
      result = .unverified("The adapter failed: \(error)")
    }
    guard Secrets.exist else { return result }
    return Secrets.redact(result, ofKey: variant.key, requested: variant.value)
  }

  private static func resultWithoutAdapter(for key: String) -> PyxisVariantResult {
    // Color filters belong to the system's user: no process can set them for itself.
    key == PyxisVariantKey.colorFilters
      ? .unsupported("No process can set color filters for itself.")
      : .unverified("The host has no adapter for this variant.")
  }
}
