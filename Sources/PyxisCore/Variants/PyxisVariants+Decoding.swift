extension PyxisVariants {
  /// Decodes a launch payload.
  ///
  /// The payload is `{"version":1,"requested":{"key":"value",…}}`. Members that are not known are
  /// skipped. Whatever is not well-formed JSON, or has duplicate keys anywhere, is malformed. A
  /// well-formed object with another version is unsupported, whatever its other members are; only
  /// then the members of version 1 are checked.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Throws: `PyxisBootstrapError.malformedPayload` with the offset of the byte that is wrong, or
  ///   `PyxisBootstrapError.unsupportedVersion`.
  /// - Complexity: O(length) on average, and O(*n* log *n*) where the keys are not sorted.
  public init(decoding bytes: UnsafeRawBufferPointer) throws(PyxisBootstrapError) {
    var decoder = PayloadDecoder(bytes)
    do {
      try decoder.readDocument()
    } catch {
      throw .malformedPayload(reason: error.reason, offset: error.offset)
    }
    self = try decoder.variants()
  }

  /// Decodes a launch payload, as `init(decoding: UnsafeRawBufferPointer)` does.
  ///
  /// - Parameter text: The text.
  /// - Throws: `PyxisBootstrapError`; offsets count the bytes of the text's UTF-8.
  public init(decoding text: String) throws(PyxisBootstrapError) {
    self = try text.withBytes { bytes in
      Result { () throws(PyxisBootstrapError) in try Self(decoding: bytes) }
    }.get()
  }

  /// Decodes a launch payload, as `init(decoding: UnsafeRawBufferPointer)` does.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Throws: `PyxisBootstrapError`.
  public init(decoding bytes: some Collection<UInt8>) throws(PyxisBootstrapError) {
    self = try withRawBytes(of: bytes) { bytes in
      Result { () throws(PyxisBootstrapError) in try Self(decoding: bytes) }
    }.get()
  }
}

/// Reads a launch payload, and decides what it is only when all of it was found well-formed.
private struct PayloadDecoder {
  /// A variant, before its strings are made.
  private struct Member {
    let key: JSONString
    let value: JSONString
  }

  private var reader: JSONReader

  /// The offset of the object that is the document.
  private var documentOffset: Int = 0

  /// What the member `version` is, once it was read.
  private var version: Result<Int64, JSONError>?

  /// What the member `requested` is, once it was read.
  private var requested: Result<PyxisVariants, JSONError>?

  init(_ bytes: UnsafeRawBufferPointer) {
    reader = JSONReader(bytes)
  }

  /// Reads all of the text.
  mutating func readDocument() throws(JSONError) {
    try reader.beginDocument()
    var document = try reader.beginObject()
    documentOffset = document.offset
    while let key = try reader.nextKey(in: &document) {
      if reader.isEqual(key, "version") {
        version = try readVersion()
      } else if reader.isEqual(key, "requested") {
        requested = try readRequested()
      } else {
        try reader.skipValue()
      }
    }
    try reader.endDocument()
  }

  /// Decides what the text is.
  func variants() throws(PyxisBootstrapError) -> PyxisVariants {
    let version = try member("version", self.version)
    guard version == PyxisVariants.payloadVersion else { throw .unsupportedVersion(version) }
    return try member("requested", requested)
  }

  /// The value of a member, or the error that says what is wrong with it.
  private func member<Value>(
    _ name: String, _ result: Result<Value, JSONError>?
  ) throws(PyxisBootstrapError) -> Value {
    switch result {
    case .success(let value):
      return value
    case .failure(let error):
      throw .malformedPayload(reason: error.reason, offset: error.offset)
    case nil:
      throw .malformedPayload(
        reason: "the member \"\(name)\" is missing", offset: documentOffset)
    }
  }

  /// Reads the value of `version`.
  private mutating func readVersion() throws(JSONError) -> Result<Int64, JSONError> {
    guard try reader.nextKind() == .number else {
      let offset = reader.position
      try reader.skipValue()
      return .failure(JSONError("\"version\" is not an integer", at: offset))
    }
    let number = try reader.readNumber()
    if let integer = number.integer { return .success(integer) }
    return .failure(number.fault(of: "version"))
  }

  /// Reads the value of `requested`.
  ///
  /// - Returns: The variants, or the first thing about them that version 1 does not allow.
  private mutating func readRequested() throws(JSONError) -> Result<PyxisVariants, JSONError> {
    guard try reader.nextKind() == .object else {
      let offset = reader.position
      try reader.skipValue()
      return .failure(JSONError("\"requested\" is not an object", at: offset))
    }
    var members: [Member] = []
    var fault: JSONError?
    var object = try reader.beginObject()
    while let key = try reader.nextKey(in: &object) {
      if key.isEmpty || key.hasEscapes, let reason = KeyRules.fault(of: reader.text(of: key)) {
        fault = fault ?? JSONError(reason, at: key.offset)
      }
      guard try reader.nextKind() == .string else {
        let reason = "the value of \(reader.text(of: key).quoted()) is not a string"
        fault = fault ?? JSONError(reason, at: reader.position)
        try reader.skipValue()
        continue
      }
      members.append(Member(key: key, value: try reader.readString()))
    }
    if let fault { return .failure(fault) }
    return .success(variants(of: members, object))
  }

  /// Makes the variants of the members of an object.
  private func variants(of members: [Member], _ object: JSONObject) -> PyxisVariants {
    func variant(_ member: Member) -> PyxisVariant {
      PyxisVariant(key: reader.text(of: member.key), value: reader.text(of: member.value))
    }
    if object.isAscending { return PyxisVariants(sorted: members.map(variant)) }
    guard let positions = object.sortedPositions else {
      return PyxisVariants(sorting: members.map(variant))
    }
    return PyxisVariants(sorted: positions.map { variant(members[$0]) })
  }
}
