extension PyxisVariants {
  /// The version of the launch payload that this library writes and reads.
  package static let payloadVersion: Int64 = 1

  /// Makes the launch payload that requests these variants, for `PYXIS_BOOTSTRAP`.
  ///
  /// - Returns: `{"version":1,"requested":{…}}` with the keys in the order of their bytes, so that
  ///   equal collections have equal payloads.
  /// - Throws: `PyxisBootstrapError.malformedPayload`, without an offset, where a key is empty, has
  ///   a NUL or is canonically equivalent to another one: no host would accept the payload.
  /// - Complexity: O(length of the payload), and O(*n* log *n*) where the keys are not sorted.
  public func encoded() throws(PyxisBootstrapError) -> String {
    if let fault = KeyRules.firstFault(in: elements.lazy.map(\.key)) {
      throw .malformedPayload(reason: fault.reason, offset: nil)
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("version")
    writer.integer(Self.payloadVersion)
    writer.key("requested")
    writer.beginObject()
    for element in sortedByBytes {
      writer.key(element.key)
      writer.string(element.value)
    }
    writer.endObject()
    writer.endObject()
    return writer.text
  }

  /// The variants in the order of their keys' bytes.
  package var sortedByBytes: [PyxisVariant] {
    isSorted ? elements : Self(sorting: elements).elements
  }
}
