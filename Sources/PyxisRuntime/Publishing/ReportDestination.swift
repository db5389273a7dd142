import PyxisCore
import PyxisShims

/// Where a launch wants reports, as its environment says it; checked when something is published.
struct ReportDestination: Sendable {
  private let directory: [UInt8]?
  private let runIdentifier: [UInt8]?

  /// Reads what an environment says (R8).
  init(in environment: LaunchEnvironment) {
    directory = environment.value(of: pyxisReportDirectoryKey)?.withBytes(Array.init)
    runIdentifier = environment.value(of: pyxisRunIdentifierKey)?.withBytes(Array.init)
  }

  /// Whether the launch wants reports at all.
  var isRequested: Bool { directory != nil || runIdentifier != nil }

  /// Publishes a report as one file of the directory.
  ///
  /// - Returns: The number of the publication in this process, from 0.
  /// - Throws: ``PyxisBootstrapError/reportNotPublished(reason:)``, or
  ///   ``PyxisBootstrapError/invalidReport(key:reason:)``.
  func publish(_ report: PyxisBootstrapReport) throws(PyxisBootstrapError) -> Int {
    let directory = try checkedDirectory()
    let runIdentifier = try checkedRunIdentifier()
    let place = pyxis_shims_next_publication()
    let envelope = PyxisReportEnvelope(
      runIdentifier: runIdentifier, processIdentifier: place.process,
      parentProcessIdentifier: place.parent, sequence: Int(place.sequence),
      role: place.is_forked ? .forked : .host, report: report)
    var writer = JSONWriter()
    try envelope.encode(to: &writer)
    try write(writer.bytes, place, in: directory)
    return envelope.sequence
  }

  /// The path, without slashes at its end: they would follow a link.
  private func checkedDirectory() throws(PyxisBootstrapError) -> [UInt8] {
    guard var directory else {
      throw .reportNotPublished(
        reason: "\(pyxisRunIdentifierKey) is set, and \(pyxisReportDirectoryKey) is not")
    }
    let slash = UInt8(ascii: "/")
    guard directory.first == slash, !directory.contains(0) else {
      throw .reportNotPublished(reason: "\(pyxisReportDirectoryKey) is not an absolute path")
    }
    while directory.count > 1, directory.last == slash { directory.removeLast() }
    return directory
  }

  private func checkedRunIdentifier() throws(PyxisBootstrapError) -> String {
    guard let runIdentifier else {
      throw .reportNotPublished(
        reason: "\(pyxisReportDirectoryKey) is set, and \(pyxisRunIdentifierKey) is not")
    }
    let text = String(decoding: runIdentifier, as: UTF8.self)
    guard PyxisReportEnvelope.isRunIdentifier(text) else {
      throw .reportNotPublished(reason: PyxisReportEnvelope.noRunIdentifier(pyxisRunIdentifierKey))
    }
    return text
  }

  private func write(
    _ bytes: [UInt8], _ place: pyxis_shims_publication, in directory: [UInt8]
  ) throws(PyxisBootstrapError) {
    guard bytes.count <= PyxisReportEnvelope.maximumSize else {
      throw .reportNotPublished(
        reason: "it has \(bytes.count) bytes, and the limit is \(PyxisReportEnvelope.maximumSize)")
    }
    let count = bytes.count
    var place = place
    var code: Int32 = 0
    let outcome = bytes.withUnsafeBytes { bytes in
      (directory + [0]).withUnsafeBytes { path -> pyxis_shims_publishing in
        guard let bytes = bytes.baseAddress, let path = path.baseAddress else { return .notOpened }
        return pyxis_shims_publish(
          path.assumingMemoryBound(to: CChar.self), &place, bytes, count, &code)
      }
    }
    guard let what = Self.text(of: outcome) else { return }
    let path = String(decoding: directory, as: UTF8.self).quoted()
    let cause = code == 0 ? "" : " (\(systemErrorText(code)))"
    throw .reportNotPublished(
      reason: "the directory of \(pyxisReportDirectoryKey), \(path), \(what)\(cause)")
  }

  /// What is wrong with the directory, or nil where the report is in it.
  private static func text(of outcome: pyxis_shims_publishing) -> String? {
    switch outcome {
    case .published: nil
    case .notOpened: "could not be opened as a directory that is no link"
    case .notOwned: "belongs to another user"
    case .notPrivate: "can be written by other users"
    case .notCreated: "took no new file"
    case .notWritten: "did not take the whole file"
    case .notLinked: "did not take the file's final name"
    }
  }
}
