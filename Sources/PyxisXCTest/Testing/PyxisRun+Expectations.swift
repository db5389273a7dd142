import PyxisCore

/// A requested variant that is not in force as it was requested, and why.
public struct PyxisUnmetVariant: Hashable, Sendable {
  /// The variant's key.
  public let key: String

  /// The value that was expected.
  public let expected: String

  /// What became of the variant instead; `nil` if it was neither requested nor reported.
  public let result: PyxisVariantResult?
}

extension PyxisUnmetVariant: CustomStringConvertible {
  /// What was expected and what there is, as a clause.
  ///
  /// Values of secret keys are redacted.
  public var description: String {
    let expected = Secrets.redact(self.expected, ofKey: key).quoted()
    guard let result else {
      return "\(key.quoted()) was to be \(expected), and was neither requested nor reported"
    }
    let shown = Secrets.redact(result, ofKey: key, requested: self.expected)
    return "\(key.quoted()) was to be \(expected), and is \(shown)"
  }
}

extension PyxisRun {
  /// The requested variants that are not in force with the values that were requested.
  ///
  /// A variant is in force if it is applied or observed.
  public var unmet: [PyxisUnmetVariant] {
    configuration.requested.compactMap { unmet($0.key, $0.value) }
  }

  /// Why a variant is not in force with a value; `nil` if it is.
  private func unmet(_ key: String, _ value: String) -> PyxisUnmetVariant? {
    let result = results[key]
    switch result?.status {
    case .applied, .observed:
      if result == .applied(value) || result == .observed(value) { return nil }
    case .unsupported, .unverified, nil:
      break
    }
    return PyxisUnmetVariant(key: key, expected: value, result: result)
  }

  /// Expects that every requested variant is in force with the value that was requested.
  ///
  /// Works in tests of Swift Testing and of XCTest, whose failure shows the line of the call, each
  /// variant that is not in force, and why.
  ///
  /// - Returns: Whether they are.
  @discardableResult
  public func expectApplied(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    expect(
      unmet.map(\.description), "Not all requested variants are in force",
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects that one variant is in force.
  ///
  /// - Parameters:
  ///   - key: The variant's key.
  ///   - value: The value that is expected; the one that was requested if nothing else is said.
  /// - Returns: Whether it is.
  @discardableResult
  public func expectApplied(
    _ key: String, _ value: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let expected = value ?? configuration.requested[key] else {
      let problem = "\(key.quoted()) was not requested, so a value has to be given"
      return expect([problem], "A variant is not in force", at: place)
    }
    return expect(
      [unmet(key, expected)?.description].compactMap(\.self), "A variant is not in force",
      at: place)
  }

  /// Expects that the host exited with status 0 in time, and that its report is there, with nothing
  /// wrong: that the run ``succeeded``.
  ///
  /// - Returns: Whether it did.
  @discardableResult
  public func expectSuccess(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Bool {
    expect(
      succeeded ? [] : ["the host \(outcome)"], "The run did not succeed",
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes the current test fail if there is something that is not as expected.
  private func expect(_ faults: [String], _ title: String, at place: SourcePlace) -> Bool {
    if faults.isEmpty { return true }
    let list = faults.map { "\n  \($0)" }.joined()
    fail("\(title):\(list)\n\(self)", at: place)
    return false
  }
}
