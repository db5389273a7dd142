import PyxisCore

/// Rows of variants, expanded from axes: every value of each axis with every value of the others.
///
/// A matrix is a collection of its rows, so it can be the arguments of a parameterized test:
///
/// ```swift
/// @Test(arguments: try PyxisMatrix(
///   [
///     PyxisAxis("color_scheme", values: ["light", "dark"]),
///     PyxisAxis("locale", values: ["pl_PL", "ar"]),
///   ],
///   excluding: [["color_scheme": "dark", "locale": "ar"]],
///   adding: [PyxisMatrixRow("trial", [.subscriptionStatus("trial")])]))
/// func screens(row: PyxisMatrixRow) async throws {
///   let run = try await PyxisRecorder().record(row.launching(app))
///   run.expectApplied()
/// }
/// ```
public struct PyxisMatrix: Hashable, Sendable {
  /// The rows: the last axis varies fastest, and explicit rows come last.
  public let rows: [PyxisMatrixRow]

  /// Expands axes.
  ///
  /// - Parameters:
  ///   - axes: The axes; none, for explicit rows alone.
  ///   - exclusions: Labels by axis: rows that have all the labels of one of them are left out.
  ///   - explicitRows: Rows that are added to the expanded ones.
  ///   - limit: How many rows there may be, before exclusions.
  /// - Throws: ``PyxisMatrixError`` for anything that is there twice, conflicts, has no effect or
  ///   is beyond the limit.
  public init(
    _ axes: [PyxisAxis],
    excluding exclusions: [[String: String]] = [],
    adding explicitRows: [PyxisMatrixRow] = [],
    limit: Int = 10_000
  ) throws(PyxisMatrixError) {
    try Self.check(axes)
    try Self.check(exclusions, against: axes)
    try Self.check(axes, and: explicitRows, against: limit)
    let expanded = axes.isEmpty ? [] : try Self.expand(axes)
    rows = try Self.exclude(exclusions, from: expanded) + explicitRows
    try Self.check(rows)
  }

  // MARK: - Expanding

  /// Every combination of the values of the axes, the last of which varies fastest.
  private static func expand(
    _ axes: [PyxisAxis]
  ) throws(PyxisMatrixError) -> [PyxisMatrixRow] {
    var combinations: [[PyxisAxis.Value]] = [[]]
    for axis in axes {
      combinations = combinations.flatMap { start in axis.values.map { start + [$0] } }
    }
    var rows: [PyxisMatrixRow] = []
    rows.reserveCapacity(combinations.count)
    for values in combinations { rows.append(try row(of: values, axes)) }
    return rows
  }

  /// The row of one value for each axis.
  private static func row(
    of values: [PyxisAxis.Value], _ axes: [PyxisAxis]
  ) throws(PyxisMatrixError) -> PyxisMatrixRow {
    var labels: [String: String] = [:]
    var variants: PyxisVariants = []
    var environment: [String: String?] = [:]
    let id = zip(axes, values).map { "\(escape($0.name))=\(escape($1.label))" }
      .joined(separator: ",")
    for (axis, value) in zip(axes, values) {
      labels[axis.name] = value.label
      for variant in value.variants {
        guard variants[variant.key] == nil else {
          throw .conflictingVariant(key: variant.key, row: id)
        }
        variants.set(variant)
      }
      for (name, text) in value.environment {
        guard environment.updateValue(text, forKey: name) == nil else {
          throw .conflictingVariable(name: name, row: id)
        }
      }
    }
    return PyxisMatrixRow(id: id, labels: labels, variants: variants, environment: environment)
  }

  /// A part of an identifier, in which nothing looks like a separator.
  private static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "=": result += "%3D"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Leaves out the rows that an exclusion names.
  private static func exclude(
    _ exclusions: [[String: String]], from rows: [PyxisMatrixRow]
  ) throws(PyxisMatrixError) -> [PyxisMatrixRow] {
    var rows = rows
    for exclusion in exclusions {
      let count = rows.count
      rows.removeAll { row in exclusion.allSatisfy { row.labels[$0.key] == $0.value } }
      if rows.count == count { throw .unusedExclusion(exclusion) }
    }
    return rows
  }

  // MARK: - Checks

  private static func check(_ axes: [PyxisAxis]) throws(PyxisMatrixError) {
    var names: Set<String> = []
    for axis in axes {
      guard names.insert(axis.name).inserted else { throw .duplicateAxis(axis.name) }
      if axis.values.isEmpty { throw .emptyAxis(axis.name) }
      var labels: Set<String> = []
      for value in axis.values where !labels.insert(value.label).inserted {
        throw .duplicateValue(axis: axis.name, label: value.label)
      }
    }
  }

  private static func check(
    _ exclusions: [[String: String]], against axes: [PyxisAxis]
  ) throws(PyxisMatrixError) {
    for exclusion in exclusions {
      if exclusion.isEmpty { throw .emptyExclusion }
      for (name, label) in exclusion.sorted(by: { $0.key < $1.key }) {
        guard let axis = axes.first(where: { $0.name == name }) else { throw .unknownAxis(name) }
        guard axis.values.contains(where: { $0.label == label }) else {
          throw .unknownValue(axis: name, label: label)
        }
      }
    }
  }

  /// Refuses more rows than the limit, before there are any.
  private static func check(
    _ axes: [PyxisAxis], and explicitRows: [PyxisMatrixRow], against limit: Int
  ) throws(PyxisMatrixError) {
    var count = axes.isEmpty ? 0 : 1
    for axis in axes {
      let (product, overflow) = count.multipliedReportingOverflow(by: axis.values.count)
      if overflow { throw .tooManyRows(count: nil, limit: limit) }
      count = product
    }
    let (sum, overflow) = count.addingReportingOverflow(explicitRows.count)
    if overflow || sum > limit { throw .tooManyRows(count: overflow ? nil : sum, limit: limit) }
  }

  /// Refuses rows that are there twice, by their identifiers or by what they ask for.
  private static func check(_ rows: [PyxisMatrixRow]) throws(PyxisMatrixError) {
    if rows.isEmpty { throw .noRows }
    var identifiers: Set<String> = []
    var launches: [Launch: String] = [:]
    for row in rows {
      if row.id.isEmpty { throw .emptyIdentifier }
      guard identifiers.insert(row.id).inserted else { throw .duplicateRow(row.id) }
      let launch = Launch(variants: row.variants, environment: row.environment)
      if let other = launches.updateValue(row.id, forKey: launch) {
        throw .equalRows(other, row.id)
      }
    }
  }

  /// What a row changes about a launch.
  private struct Launch: Hashable {
    let variants: PyxisVariants
    let environment: [String: String?]
  }
}

extension PyxisMatrix: RandomAccessCollection {
  /// The position of the first row, 0.
  public var startIndex: Int { 0 }

  /// The position after the last row.
  public var endIndex: Int { rows.count }

  /// The row at a position, which has to be one of the matrix's indices.
  public subscript(position: Int) -> PyxisMatrixRow { rows[position] }
}
