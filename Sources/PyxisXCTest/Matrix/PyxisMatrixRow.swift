import PyxisCore

/// One row of a matrix: the variants that one launch is asked for, under a stable identifier.
public struct PyxisMatrixRow: Hashable, Sendable, Identifiable {
  /// What tells the row from the others.
  ///
  /// For an expanded row it is `axis=label,axis=label` in the order of the axes, so it stays as it
  /// is when other values or rows come and go. In names and labels, `%`, `=` and `,` are written as
  /// `%25`, `%3D` and `%2C`.
  public let id: String

  /// The labels by axis; empty for an explicit row.
  public let labels: [String: String]

  /// The variants that the row asks for.
  public let variants: PyxisVariants

  /// Variables that the host gets besides those of the launch; `nil` removes one.
  public let environment: [String: String?]

  /// Makes an explicit row.
  ///
  /// - Parameters:
  ///   - id: What tells the row from the others.
  ///   - variants: The variants that the row asks for.
  ///   - environment: Variables that the host gets besides; `nil` removes one.
  public init(
    _ id: String, _ variants: PyxisVariants, environment: [String: String?] = [:]
  ) {
    self.init(id: id, labels: [:], variants: variants, environment: environment)
  }

  init(
    id: String, labels: [String: String], variants: PyxisVariants, environment: [String: String?]
  ) {
    self.id = id
    self.labels = labels
    self.variants = variants
    self.environment = environment
  }

  /// The launch of a host with the variants and the variables of this row.
  ///
  /// - Parameter configuration: The launch; what it requests already stays, unless the row asks for
  ///   another value.
  public func launching(_ configuration: PyxisLaunchConfiguration) -> PyxisLaunchConfiguration {
    var result = configuration.requesting(variants)
    result.environment.merge(environment) { _, own in own }
    return result
  }
}

extension PyxisMatrixRow: CustomStringConvertible {
  /// The identifier.
  public var description: String { id }
}
