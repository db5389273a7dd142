extension PyxisBootstrapReport {
  /// Makes the JSON of the report.
  ///
  /// - Returns: `{"variants":{"key":{"status":"applied","value":"dark"},…}}`, with the keys in the
  ///   order of their bytes and without the members that are absent.
  /// - Throws: `PyxisBootstrapError.invalidReport` where `validate()` does, or where a key is
  ///   empty, has a NUL or is canonically equivalent to another one.
  /// - Complexity: O(length of the text).
  public func encoded() throws(PyxisBootstrapError) -> String {
    var writer = JSONWriter()
    try encode(to: &writer)
    return writer.text
  }

  /// Writes the report as one JSON value, as `encoded()` does.
  ///
  /// - Parameter writer: The writer, to which nothing is written where the report is invalid.
  package func encode(to writer: inout JSONWriter) throws(PyxisBootstrapError) {
    try validate()
    if let fault = KeyRules.firstFault(in: elements.lazy.map(\.key)) {
      throw .invalidReport(key: fault.key, reason: fault.reason)
    }
    writer.beginObject()
    writer.key("variants")
    writer.beginObject()
    for (key, result) in self {
      writer.key(key)
      writer.beginObject()
      writer.key("status")
      writer.string(result.status.rawValue)
      if let value = result.value {
        writer.key("value")
        writer.string(value)
      }
      if let reason = result.reason {
        writer.key("reason")
        writer.string(reason)
      }
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
  }

  /// Decodes the JSON of a report, as strictly as a launch payload, and validates it.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Throws: `PyxisBootstrapError.malformedReport` with the offset of the byte that is wrong, or
  ///   `PyxisBootstrapError.invalidReport` where `validate()` does.
  /// - Complexity: O(length) on average, and O(*n* log *n*) where the keys are not sorted.
  public init(decoding bytes: UnsafeRawBufferPointer) throws(PyxisBootstrapError) {
    var reader = JSONReader(bytes)
    do {
      try reader.beginDocument()
      self = try Self(from: &reader)
      try reader.endDocument()
    } catch {
      throw .malformedReport(reason: error.reason, offset: error.offset)
    }
    try validate()
  }

  /// Decodes the JSON of a report, as `init(decoding: UnsafeRawBufferPointer)` does.
  ///
  /// - Parameter text: The text.
  /// - Throws: `PyxisBootstrapError`; offsets count the bytes of the text's UTF-8.
  public init(decoding text: String) throws(PyxisBootstrapError) {
    self = try text.withBytes { bytes in
      Result { () throws(PyxisBootstrapError) in try Self(decoding: bytes) }
    }.get()
  }

  /// Decodes the JSON of a report, as `init(decoding: UnsafeRawBufferPointer)` does.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Throws: `PyxisBootstrapError`.
  public init(decoding bytes: some Collection<UInt8>) throws(PyxisBootstrapError) {
    self = try withRawBytes(of: bytes) { bytes in
      Result { () throws(PyxisBootstrapError) in try Self(decoding: bytes) }
    }.get()
  }
}
