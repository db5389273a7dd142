extension PyxisBootstrapReport {
  /// Reads a report that is one value of a JSON text, without validating it.
  ///
  /// - Parameter reader: The reader, before the report.
  /// - Throws: `JSONError` where the text is malformed or the value is not a report.
  package init(from reader: inout JSONReader) throws(JSONError) {
    var variants: [(String, PyxisVariantResult)]?
    var document = try reader.beginObject()
    while let key = try reader.nextKey(in: &document) {
      if reader.isEqual(key, "variants") {
        variants = try Self.readVariants(&reader)
      } else {
        try reader.skipValue()
      }
    }
    guard let variants else {
      throw JSONError("the member \"variants\" is missing", at: document.offset)
    }
    self.init(variants)
  }

  /// Reads the value of `variants`.
  private static func readVariants(
    _ reader: inout JSONReader
  ) throws(JSONError) -> [(String, PyxisVariantResult)] {
    var variants: [(String, PyxisVariantResult)] = []
    var object = try reader.beginObject()
    while let key = try reader.nextKey(in: &object) {
      let text = reader.text(of: key)
      if let reason = KeyRules.fault(of: text) { throw JSONError(reason, at: key.offset) }
      variants.append((text, try readResult(&reader)))
    }
    return variants
  }

  /// Reads the result of one variant.
  private static func readResult(
    _ reader: inout JSONReader
  ) throws(JSONError) -> PyxisVariantResult {
    var status: PyxisVariantStatus?
    var value: String?
    var reason: String?
    var object = try reader.beginObject()
    while let key = try reader.nextKey(in: &object) {
      if reader.isEqual(key, "status") {
        status = try readStatus(&reader)
      } else if reader.isEqual(key, "value") {
        value = reader.text(of: try reader.readString())
      } else if reader.isEqual(key, "reason") {
        reason = reader.text(of: try reader.readString())
      } else {
        try reader.skipValue()
      }
    }
    guard let status else {
      throw JSONError("the member \"status\" is missing", at: object.offset)
    }
    return PyxisVariantResult(status: status, value: value, reason: reason)
  }

  /// Reads a status, which is one of four words.
  private static func readStatus(
    _ reader: inout JSONReader
  ) throws(JSONError) -> PyxisVariantStatus {
    let word = try reader.readString()
    for status in PyxisVariantStatus.allCases where reader.isEqual(word, status.rawValue) {
      return status
    }
    throw JSONError(
      "\(reader.text(of: word).quoted()) is no status of a variant", at: word.offset)
  }
}
