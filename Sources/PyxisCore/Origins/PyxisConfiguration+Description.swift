extension PyxisConfiguration {
  /// The configuration as JSON, for people: every entry with its type, value and origin.
  ///
  /// ```json
  /// {"entries":[{"name":"retries","type":"int64","value":5,"origin":{"source":"scope","depth":1}}],
  ///  "requested":{"locale":"pl_PL"},"report":{"variants":{…}}}
  /// ```
  ///
  /// Entries come in the order of their names' bytes: of every named key, and of every unnamed
  /// Swift key that the configuration holds, under the name of its type. A `source` is `default`,
  /// `process`, `scope` or `configuration`. Bytes show as hexadecimal digits, numbers that JSON
  /// has not as strings. An entry or variant of a secret key has `"redacted":true` in place of its
  /// value.
  ///
  /// - Complexity: O(*k* log *k*) for *k* keys of the process. Swift values that other languages do
  ///   not share are shown by their own descriptions.
  public func describe() -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("entries")
    writer.beginArray()
    withExtendedLifetime(self) {
      for entry in DescribedEntry.all(of: self) { entry.write(to: &writer) }
    }
    writer.endArray()
    writer.key("requested")
    writer.beginObject()
    for variant in requested.sortedByBytes {
      writer.key(variant.key)
      writer.string(Secrets.redact(variant.value, ofKey: variant.key))
    }
    writer.endObject()
    if let report {
      writer.key("report")
      try? report.encode(to: &writer)
    }
    writer.endObject()
    return writer.text
  }
}

extension PyxisConfiguration: CustomStringConvertible {
  /// The configuration as JSON; see ``describe()``.
  public var description: String { describe() }
}

/// An entry on its way into a description.
private struct DescribedEntry {
  let name: String
  let kind: KeyKind
  let isSecret: Bool
  let box: Unmanaged<Box>?
  let origin: PyxisOrigin

  /// The entries that a description shows, in order.
  static func all(of configuration: PyxisConfiguration) -> [DescribedEntry] {
    let installing = configuration.storage?.installing ?? .none
    let entries = (0..<UInt32(KeyRegistry.count)).compactMap { slot -> DescribedEntry? in
      guard let descriptor = KeyRegistry.descriptor(of: slot)?.pointee else { return nil }
      let held = configuration.find(slot)
      guard held != nil || descriptor.kind != .unnamed else { return nil }
      return DescribedEntry(
        name: descriptor.nameText, kind: descriptor.kind, isSecret: descriptor.isSecret,
        box: held ?? descriptor.defaultBox,
        origin: held.map { PyxisOrigin(of: $0, slot: slot, otherwise: installing) } ?? .keyDefault)
    }
    return entries.sorted { $0.name.isByteLess(than: $1.name) }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("name")
    writer.string(name)
    writer.key("type")
    writer.string(kind == .unnamed || kind == .opaque ? "swift" : kind.noun)
    if isSecret {
      writer.key("redacted")
      writer.literal("true")
    } else if let box {
      writer.key("value")
      box._withUnsafeGuaranteedRef { write($0, to: &writer) }
    }
    writer.key("origin")
    write(origin, to: &writer)
    writer.endObject()
  }

  private func write(_ box: Box, to writer: inout JSONWriter) {
    switch kind {
    case .bool: writer.literal(box.value(as: Bool.self) ? "true" : "false")
    case .int64: writer.integer(box.value(as: Int64.self))
    case .double:
      let value = box.value(as: Double.self)
      if value.isFinite { writer.literal("\(value)") } else { writer.string("\(value)") }
    case .bytes: writer.string(hexadecimal(box.value(as: [UInt8].self)))
    case .string, .capability, .opaque, .unnamed: writer.string(box.describeValue())
    }
  }

  private func write(_ origin: PyxisOrigin, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("source")
    switch origin {
    case .keyDefault: writer.string("default")
    case .processDefault: writer.string("process")
    case .configuration: writer.string("configuration")
    case .scope(let depth, let label):
      writer.string("scope")
      writer.key("depth")
      writer.integer(Int64(depth))
      if let label {
        writer.key("label")
        writer.string(label)
      }
    }
    writer.endObject()
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
    var next = 0
    for byte in bytes {
      digits[next] = hexadecimalDigit(byte >> 4)
      digits[next + 1] = hexadecimalDigit(byte & 15)
      next += 2
    }
    return next
  }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
