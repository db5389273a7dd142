extension PyxisReportEnvelope {
  /// Checks that all of a text is well-formed, and reads which version it has.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  static func readVersion(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> Int64 {
    var version: Int64?
    var fault: JSONError?
    var reader = JSONReader(bytes)
    try reader.beginDocument()
    var document = try reader.beginObject()
    while let key = try reader.nextKey(in: &document) {
      guard reader.isEqual(key, "version"), try reader.nextKind() == .number else {
        if reader.isEqual(key, "version") {
          fault = JSONError("\"version\" is not an integer", at: reader.position)
        }
        try reader.skipValue()
        continue
      }
      let number = try reader.readNumber()
      version = number.integer
      if version == nil { fault = number.fault(of: "version") }
    }
    try reader.endDocument()
    if let fault { throw fault }
    guard let version else { throw missing("version", in: document) }
    return version
  }

  /// Reads an envelope of version 1 from a text that is well-formed.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  static func read(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> Self {
    var runIdentifier: String?
    var processIdentifier: Int32?
    var parentProcessIdentifier: Int32?
    var sequence: Int?
    var role: PyxisReportRole?
    var report: PyxisBootstrapReport?
    var reader = JSONReader(bytes)
    try reader.beginDocument()
    var document = try reader.beginObject()
    while let key = try reader.nextKey(in: &document) {
      switch reader.text(of: key) {
      case "run_id": runIdentifier = try readRunIdentifier(&reader)
      case "pid": processIdentifier = try readInteger(&reader, "pid", from: 1)
      case "parent_pid": parentProcessIdentifier = try readInteger(&reader, "parent_pid", from: 1)
      case "sequence": sequence = try readInteger(&reader, "sequence", from: 0)
      case "role": role = try readRole(&reader)
      case "report": report = try PyxisBootstrapReport(from: &reader)
      default: try reader.skipValue()
      }
    }
    guard let runIdentifier else { throw missing("run_id", in: document) }
    guard let processIdentifier else { throw missing("pid", in: document) }
    guard let parentProcessIdentifier else { throw missing("parent_pid", in: document) }
    guard let sequence else { throw missing("sequence", in: document) }
    guard let role else { throw missing("role", in: document) }
    guard let report else { throw missing("report", in: document) }
    return Self(
      runIdentifier: runIdentifier, processIdentifier: processIdentifier,
      parentProcessIdentifier: parentProcessIdentifier, sequence: sequence, role: role,
      report: report)
  }

  /// The error for a member that is not there.
  private static func missing(_ name: String, in document: JSONObject) -> JSONError {
    JSONError("the member \"\(name)\" is missing", at: document.offset)
  }

  /// Reads the identifier of a run.
  private static func readRunIdentifier(_ reader: inout JSONReader) throws(JSONError) -> String {
    let string = try reader.readString()
    let text = reader.text(of: string)
    guard isRunIdentifier(text) else {
      throw JSONError(noRunIdentifier("\"run_id\""), at: string.offset)
    }
    return text
  }

  /// Reads an integer that has a smallest value.
  private static func readInteger<Value: FixedWidthInteger>(
    _ reader: inout JSONReader, _ name: String, from least: Value
  ) throws(JSONError) -> Value {
    let number = try reader.readNumber()
    guard let integer = number.integer else { throw number.fault(of: name) }
    guard let value = Value(exactly: integer), value >= least else {
      throw JSONError("\"\(name)\" is not in \(least)...\(Value.max)", at: number.offset)
    }
    return value
  }

  /// Reads a role, which is one of two words.
  private static func readRole(_ reader: inout JSONReader) throws(JSONError) -> PyxisReportRole {
    let word = try reader.readString()
    for role in PyxisReportRole.allCases where reader.isEqual(word, role.rawValue) {
      return role
    }
    throw JSONError("\(reader.text(of: word).quoted()) is no role of a process", at: word.offset)
  }
}

extension JSONNumber {
  /// The error for a number that is no 64-bit integer.
  ///
  /// - Parameter name: The member that has the number.
  package func fault(of name: String) -> JSONError {
    let reason =
      isInteger ? "is beyond the range of 64-bit integers" : "is not an integer"
    return JSONError("\"\(name)\" \(reason)", at: offset)
  }
}
