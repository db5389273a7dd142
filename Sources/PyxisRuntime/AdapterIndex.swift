import PyxisCore

/// Which adapter serves which key, compared by bytes.
package struct AdapterIndex {
  /// Runs the adapter at a position of the caller's list.
  package typealias Apply = (Int, PyxisVariant) throws -> PyxisVariantResult

  /// The keys in the order of their bytes, with their positions in the caller's list.
  private let sorted: [(key: String, position: Int)]

  /// Orders adapters.
  ///
  /// - Parameter keys: The keys that there are adapters for, each once.
  /// - Throws: ``PyxisBootstrapError/duplicateAdapter(key:)``.
  package init(_ keys: [String]) throws(PyxisBootstrapError) {
    sorted = ByteOrder.positions(of: keys).map { (keys[$0], $0) }
    for (adapter, next) in zip(sorted, sorted.dropFirst())
    where adapter.key.isByteEqual(to: next.key) {
      throw .duplicateAdapter(key: next.key)
    }
  }

  /// What became of each requested variant: runs the adapters in the order of the keys' bytes, and
  /// fills in for keys that have none (R10, R14).
  func report(on requested: PyxisVariants, apply: Apply) -> PyxisBootstrapReport {
    var results: [(String, PyxisVariantResult)] = []
    results.reserveCapacity(requested.count)
    forEach(of: requested) { variant, position in
      let result =
        position.map { Self.result(of: variant, at: $0, apply: apply) }
        ?? Self.resultWithoutAdapter(for: variant.key)
      results.append((variant.key, result))
    }
    return PyxisBootstrapReport(results)
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
  private func forEach(
    of requested: PyxisVariants, _ body: (PyxisVariant, Int?) -> Void
  ) {
    var next = 0
    for variant in requested.sortedByBytes {
      while next < sorted.count, sorted[next].key.isByteLess(than: variant.key) { next += 1 }
      let isServed = next < sorted.count && sorted[next].key.isByteEqual(to: variant.key)
      body(variant, isServed ? sorted[next].position : nil)
    }
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
    return Secrets.redact(result, ofKey: variant.key, requested: variant.value)
  }

  private static func resultWithoutAdapter(for key: String) -> PyxisVariantResult {
    // Color filters belong to the system's user: no process can set them for itself.
    key == PyxisVariantKey.colorFilters
      ? .unsupported("No process can set color filters for itself.")
      : .unverified("The host has no adapter for this variant.")
  }
}
