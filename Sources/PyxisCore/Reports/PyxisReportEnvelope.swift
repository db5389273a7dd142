/// One published report, with what a runner needs to know about where it came from.
///
/// A host writes each envelope into a file of its own; the runner that asked for it reads them back.
public struct PyxisReportEnvelope: Hashable, Sendable {
  /// The version of the envelope that this library writes and reads.
  public static let version: Int64 = 1

  /// The largest published report that this library writes and a runner reads, in bytes: 64 MiB.
  public static let maximumSize: Int = 64 << 20

  /// The run that the report belongs to: 32 lower-case hexadecimal digits.
  public let runIdentifier: String

  /// The process that published the report; positive.
  public let processIdentifier: Int32

  /// The parent of that process when it published; positive.
  public let parentProcessIdentifier: Int32

  /// The number of the publication in that process, from 0; one that failed counts too.
  public let sequence: Int

  /// As what the process published.
  public let role: PyxisReportRole

  /// What the process says became of each variant.
  public let report: PyxisBootstrapReport

  /// Makes an envelope, valid or not: `encoded()` checks it.
  ///
  /// - Parameters:
  ///   - runIdentifier: The run that the report belongs to.
  ///   - processIdentifier: The process that publishes the report.
  ///   - parentProcessIdentifier: The parent of that process.
  ///   - sequence: The number of the publication in that process.
  ///   - role: As what the process publishes.
  ///   - report: What became of each variant.
  public init(
    runIdentifier: String, processIdentifier: Int32, parentProcessIdentifier: Int32,
    sequence: Int, role: PyxisReportRole, report: PyxisBootstrapReport
  ) {
    self.runIdentifier = runIdentifier
    self.processIdentifier = processIdentifier
    self.parentProcessIdentifier = parentProcessIdentifier
    self.sequence = sequence
    self.role = role
    self.report = report
  }

  /// Whether a text is the identifier of a run: 32 lower-case hexadecimal digits.
  ///
  /// - Parameter text: The text.
  package static func isRunIdentifier(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy {
        ASCII.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
