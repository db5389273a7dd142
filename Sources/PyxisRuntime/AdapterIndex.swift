import PyxisCore

/// Which adapter serves which key, compared by bytes.
struct AdapterIndex {
  /// Runs the adapter at a position of the caller's list.
  typealias Apply = (Int, PyxisVariant) throws -> PyxisVariantResult

  private let positions: [[UInt8]: Int]

  /// - Throws: ``PyxisBootstrapError/duplicateAdapter(key:)``.
  init(_ keys: [String]) throws(PyxisBootstrapError) {
    var positions: [[UInt8]: Int] = [:]
    for (position, key) in keys.enumerated() {
      guard positions.updateValue(position, forKey: Array(key.utf8)) == nil else {
        throw .duplicateAdapter(key: key)
      }
    }
    self.positions = positions
  }

  /// What became of each requested variant: runs the adapters in the order of the keys' bytes, and
  /// fills in for keys that have none (R10, R14).
  func report(on requested: PyxisVariants, apply: Apply) -> PyxisBootstrapReport {
    PyxisBootstrapReport(
      requested.sortedByBytes.map { variant in
        (
          variant.key,
          result(of: variant, apply: apply) ?? Self.resultWithoutAdapter(for: variant.key)
        )
      })
  }

  /// What became of the requested variants that have an adapter, and of no other.
  func handledResults(
    on requested: PyxisVariants, apply: Apply
  ) -> [(key: String, result: PyxisVariantResult)] {
    requested.sortedByBytes.compactMap { variant in
      result(of: variant, apply: apply).map { (variant.key, $0) }
    }
  }

  private func result(of variant: PyxisVariant, apply: Apply) -> PyxisVariantResult? {
    guard let position = positions[Array(variant.key.utf8)] else { return nil }
    let result: PyxisVariantResult
    do {
      result = try apply(position, variant)
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
