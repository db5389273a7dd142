extension PyxisReportEnvelope {
  /// Makes the JSON of the envelope.
  ///
  /// - Returns: `{"version":1,"run_id":"…","pid":7,"parent_pid":1,"sequence":0,"role":"host",`
  ///   `"report":{"variants":{…}}}`.
  /// - Throws: `PyxisBootstrapError.malformedReport`, without an offset, where a member is out of
  ///   its range; `PyxisBootstrapError.invalidReport` where the report cannot be encoded.
  /// - Complexity: O(length of the text).
  public func encoded() throws(PyxisBootstrapError) -> String {
    var writer = JSONWriter()
    try encode(to: &writer)
    return writer.text
  }

  /// Writes the envelope as one JSON value, as `encoded()` does.
  ///
  /// - Parameter writer: The writer, which is of no use where this throws.
  package func encode(to writer: inout JSONWriter) throws(PyxisBootstrapError) {
    if let reason = fault { throw .malformedReport(reason: reason, offset: nil) }
    writer.beginObject()
    writer.key("version")
    writer.integer(Self.version)
    writer.key("run_id")
    writer.string(runIdentifier)
    writer.key("pid")
    writer.integer(Int64(processIdentifier))
    writer.key("parent_pid")
    writer.integer(Int64(parentProcessIdentifier))
    writer.key("sequence")
    writer.integer(Int64(sequence))
    writer.key("role")
    writer.string(role.rawValue)
    writer.key("report")
    try report.encode(to: &writer)
    writer.endObject()
  }

  /// What is wrong with the members beside the report, as a clause, or `nil`.
  private var fault: String? {
    if !Self.isRunIdentifier(runIdentifier) { return Self.noRunIdentifier("\"run_id\"") }
    if processIdentifier < 1 { return "\"pid\" is not positive" }
    if parentProcessIdentifier < 1 { return "\"parent_pid\" is not positive" }
    return sequence < 0 ? "\"sequence\" is negative" : nil
  }

  /// Says that something is not the identifier of a run.
  package static func noRunIdentifier(_ name: String) -> String {
    "\(name) is not 32 lower-case hexadecimal digits"
  }

  /// Decodes the JSON of an envelope, as strictly as a launch payload, and validates its report.
  ///
  /// Members that are not known are skipped. A well-formed object with another version is
  /// unsupported, whatever its other members are.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Throws: `PyxisBootstrapError.malformedReport` with the offset of the byte that is wrong,
  ///   `PyxisBootstrapError.unsupportedReportVersion`, or `PyxisBootstrapError.invalidReport` where
  ///   `PyxisBootstrapReport.validate()` throws it.
  /// - Complexity: O(length) on average, and O(*n* log *n*) where the keys are not sorted.
  public init(decoding bytes: UnsafeRawBufferPointer) throws(PyxisBootstrapError) {
    let version: Int64
    do {
      version = try Self.readVersion(bytes)
    } catch {
      throw .malformedReport(reason: error.reason, offset: error.offset)
    }
    guard version == Self.version else { throw .unsupportedReportVersion(version) }
    let envelope: Self
    do {
      envelope = try Self.read(bytes)
    } catch {
      throw .malformedReport(reason: error.reason, offset: error.offset)
    }
    try envelope.report.validate()
    self = envelope
  }

  /// Decodes the JSON of an envelope, as `init(decoding: UnsafeRawBufferPointer)` does.
  ///
  /// - Parameter text: The text.
  /// - Throws: `PyxisBootstrapError`; offsets count the bytes of the text's UTF-8.
  public init(decoding text: String) throws(PyxisBootstrapError) {
    self = try text.withBytes { bytes in
      Result { () throws(PyxisBootstrapError) in try Self(decoding: bytes) }
    }.get()
  }

  /// Decodes the JSON of an envelope, as `init(decoding: UnsafeRawBufferPointer)` does.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Throws: `PyxisBootstrapError`.
  public init(decoding bytes: some Collection<UInt8>) throws(PyxisBootstrapError) {
    self = try withRawBytes(of: bytes) { bytes in
      Result { () throws(PyxisBootstrapError) in try Self(decoding: bytes) }
    }.get()
  }
}
