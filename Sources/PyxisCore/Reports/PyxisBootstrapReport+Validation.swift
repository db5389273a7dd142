extension PyxisBootstrapReport {
  /// The reason of a variant that a report says nothing about.
  package static let missingResultReason: String = "the host reported no result for this variant"

  /// Checks that each result has what its status needs (R15).
  ///
  /// - Throws: `PyxisBootstrapError.invalidReport` with the first key, in the order of bytes, whose
  ///   applied or observed result has no value, or whose other result has no reason.
  /// - Complexity: O(*n*).
  public func validate() throws(PyxisBootstrapError) {
    // By position: an iterator would count references to every string, and so would `fault`.
    for position in elements.indices where !elements[position].result.isValid {
      guard let reason = elements[position].result.fault else { continue }
      throw .invalidReport(key: elements[position].key, reason: reason)
    }
  }

  /// Fills in what the report does not say, so that nothing missing is taken for applied (R25).
  ///
  /// - Parameter requested: The variants that were asked for.
  /// - Returns: This report, with an unverified result for each requested key that it lacks.
  ///   Results of keys that were not requested stay.
  /// - Complexity: O(*n*) where `requested` is sorted, else O(*n* log *n*).
  public func covering(_ requested: PyxisVariants) -> PyxisBootstrapReport {
    let missing = requested.filter { self[$0.key] == nil }
    if missing.isEmpty { return self }
    let result = PyxisVariantResult.unverified(Self.missingResultReason)
    return Self(elements.map { ($0.key, $0.result) } + missing.map { ($0.key, result) })
  }
}
