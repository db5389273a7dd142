import PyxisCore

/// Why a matrix cannot be expanded.
public enum PyxisMatrixError: Error, Hashable, Sendable {
  /// Two axes have one name.
  case duplicateAxis(_ name: String)

  /// An axis has no values, so that there would be no rows.
  case emptyAxis(_ name: String)

  /// Two values of an axis have one label.
  case duplicateValue(axis: String, label: String)

  /// Two axes of a row ask for one variant.
  ///
  /// - Parameters:
  ///   - key: The variant's key.
  ///   - row: The identifier of the row.
  case conflictingVariant(key: String, row: String)

  /// Two axes of a row set one environment variable.
  ///
  /// - Parameters:
  ///   - name: The variable's name.
  ///   - row: The identifier of the row.
  case conflictingVariable(name: String, row: String)

  /// An exclusion names an axis that is not there.
  case unknownAxis(_ name: String)

  /// An exclusion names a value that its axis does not have.
  case unknownValue(axis: String, label: String)

  /// An exclusion names no axis, so that it would exclude every row.
  case emptyExclusion

  /// An exclusion excludes nothing that other ones have not excluded.
  ///
  /// - Parameter exclusion: The labels by axis.
  case unusedExclusion(_ exclusion: [String: String])

  /// Two rows have one identifier.
  case duplicateRow(_ id: String)

  /// Two rows ask for the same variants, and set the same environment variables.
  case equalRows(_ first: String, _ second: String)

  /// An explicit row has an empty identifier.
  case emptyIdentifier

  /// There are more rows than the limit allows.
  ///
  /// - Parameters:
  ///   - count: How many there are before exclusions, or `nil` if that is beyond an integer.
  ///   - limit: How many may be there.
  case tooManyRows(count: Int?, limit: Int)

  /// There is no row at all.
  case noRows
}

extension PyxisMatrixError: CustomStringConvertible {
  /// What is wrong and where, as a sentence.
  public var description: String {
    switch self {
    case .duplicateAxis(let name):
      "Two axes of the matrix are called \(name.quoted())."
    case .emptyAxis(let name):
      "The axis \(name.quoted()) has no values, so there would be no rows."
    case .duplicateValue(let axis, let label):
      "The axis \(axis.quoted()) has two values with the label \(label.quoted())."
    case .conflictingVariant(let key, let row):
      "Two axes of the row \(row.quoted()) ask for the variant \(key.quoted())."
    case .conflictingVariable(let name, let row):
      "Two axes of the row \(row.quoted()) set the environment variable \(name.quoted())."
    case .unknownAxis(let name):
      "An exclusion names the axis \(name.quoted()), which is not there."
    case .unknownValue(let axis, let label):
      "An exclusion names the value \(label.quoted()), which the axis \(axis.quoted()) does not "
        + "have."
    case .emptyExclusion:
      "An exclusion names no axis, and would exclude every row."
    case .unusedExclusion(let exclusion):
      "The exclusion \(Self.text(of: exclusion)) excludes nothing that others have not excluded."
    case .duplicateRow(let id):
      "Two rows of the matrix have the identifier \(id.quoted())."
    case .equalRows(let first, let second):
      "The rows \(first.quoted()) and \(second.quoted()) ask for the same variants."
    case .emptyIdentifier:
      "A row of the matrix has an empty identifier."
    case .tooManyRows(let count, let limit):
      "The matrix has \(count.map(String.init) ?? "more than 2^63") rows; its limit is \(limit)."
    case .noRows:
      "The matrix has no rows."
    }
  }

  private static func text(of exclusion: [String: String]) -> String {
    exclusion.sorted { $0.key < $1.key }
      .map { "\($0.key.quoted()): \($0.value.quoted())" }.joined(separator: ", ")
  }
}
