/// One value of one entry, which never changes: configurations share it.
@usableFromInline
package class Box: @unchecked Sendable {  // Made from Sendable values; see `origin`.
  /// The type of the value: a slot holds boxes of one kind only.
  @usableFromInline
  package final let kind: KeyKind

  /// The scope whose update set the value; written before a configuration holds the box.
  @exclusivity(unchecked)
  private final var mark: ScopeMark = ScopeMark(depth: 0, label: nil)

  package final var origin: ScopeMark { mark }

  @usableFromInline
  init(kind: KeyKind) {
    self.kind = kind
  }

  deinit {
    mark.release()
  }

  /// Writes the scope down; nobody else refers to the box.
  @inline(__always)
  final func setOrigin(_ mark: ScopeMark) {
    let before = self.mark
    mark.retain()
    self.mark = mark
    before.release()
  }

  /// Boxes a value of a key, `kind` being what the key's slot holds.
  @inlinable
  package static func make<Value: Sendable>(_ value: Value, kind: KeyKind) -> Box {
    if Value.self == String.self {
      return TextBox(
        unsafeBitCast(value, to: String.self), kind: kind, forOtherLanguages: kind == .string)
    }
    if Value.self == Int.self && MemoryLayout<Int>.size == 8 {
      return ValueBox(unsafeBitCast(value, to: Int64.self), kind: kind)
    }
    if Value.self == [UInt8].self {
      return BytesBox(
        unsafeBitCast(value, to: [UInt8].self), kind: kind, forOtherLanguages: kind == .bytes)
    }
    return ValueBox(value, kind: kind)
  }

  /// Whether nobody can see when the value ends: it runs no destructor of the host's. All boxes of
  /// a slot agree in it.
  var isPlain: Bool { false }

  /// The value as text, for people; it may run the host's code.
  package func describeValue() -> String { "" }

  /// Whether another box of the same slot holds an equal value; it may run the host's code.
  package func hasEqualValue(_ other: Box) -> Bool { self === other }

  /// The value, for a caller that knows the slot's type.
  @inlinable
  @inline(__always)
  package final func value<Value: Sendable>(as type: Value.Type) -> Value {
    if Value.self == String.self {
      return unsafeBitCast(unsafeDowncast(self, to: TextBox.self).value, to: Value.self)
    }
    if Value.self == Int.self && MemoryLayout<Int>.size == 8 {
      return unsafeBitCast(unsafeDowncast(self, to: ValueBox<Int64>.self).value, to: Value.self)
    }
    if Value.self == [UInt8].self {
      return unsafeBitCast(unsafeDowncast(self, to: BytesBox.self).value, to: Value.self)
    }
    return unsafeDowncast(self, to: ValueBox<Value>.self).value
  }
}

/// A box of any value that needs no form of its own for other languages.
@usableFromInline
package final class ValueBox<Value: Sendable>: Box, @unchecked Sendable {
  /// Written only while nobody else refers to the box.
  @usableFromInline
  @exclusivity(unchecked)
  package var value: Value
  /// The next of the boxes that nothing refers to, of a storage that keeps them.
  @usableFromInline
  @exclusivity(unchecked)
  var next: Unmanaged<ValueBox<Value>>?

  @inlinable
  package init(_ value: Value, kind: KeyKind) {
    self.value = value
    next = nil
    super.init(kind: kind)
  }

  deinit {
    next?.release()
  }

  override var isPlain: Bool { _isPOD(Value.self) }

  package override func describeValue() -> String { String(describing: value) }

  package override func hasEqualValue(_ other: Box) -> Bool {
    if self === other { return true }
    guard kind == other.kind, let other = other as? ValueBox<Value>,
      let value = value as? any Equatable
    else { return false }
    return equal(value, other.value)
  }
}

/// Whether two values of one type are equal.
private func equal<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
  one == (other as? Value)
}

/// A box of text, with a copy for readers that want its bytes to stay in one place.
@usableFromInline
package final class TextBox: Box, @unchecked Sendable {
  @usableFromInline
  package let value: String
  /// The UTF-8 bytes and a NUL after them, if other languages can read the entry.
  @usableFromInline
  package let bytes: UnsafeBufferPointer<UInt8>

  @usableFromInline
  package init(_ value: String, kind: KeyKind, forOtherLanguages: Bool) {
    self.value = value
    bytes =
      forOtherLanguages
      ? value.withBytes { terminatedCopy(of: $0) } : .init(start: nil, count: 0)
    super.init(kind: kind)
  }

  override var isPlain: Bool { true }

  package override func describeValue() -> String { value }

  package override func hasEqualValue(_ other: Box) -> Bool {
    (other as? TextBox).map { value.isByteEqual(to: $0.value) } ?? false
  }

  deinit {
    bytes.deallocate()
  }
}

/// A box of bytes, which stay in one place for readers of other languages.
@usableFromInline
package final class BytesBox: Box, @unchecked Sendable {
  @usableFromInline
  package let value: [UInt8]
  /// The same bytes and a NUL after them, if other languages can read the entry.
  package let bytes: UnsafeBufferPointer<UInt8>

  @usableFromInline
  package init(_ value: [UInt8], kind: KeyKind, forOtherLanguages: Bool) {
    self.value = value
    bytes =
      forOtherLanguages
      ? value.withUnsafeBytes { terminatedCopy(of: $0) } : .init(start: nil, count: 0)
    super.init(kind: kind)
  }

  override var isPlain: Bool { true }

  package override func describeValue() -> String { "\(value.count) bytes" }

  package override func hasEqualValue(_ other: Box) -> Bool {
    (other as? BytesBox).map { value == $0.value } ?? false
  }

  deinit {
    bytes.deallocate()
  }
}

/// Copies bytes to memory of their own and puts a NUL after them, which the count leaves out.
package func terminatedCopy(of bytes: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8> {
  let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
  if let start = bytes.baseAddress {
    UnsafeMutableRawPointer(copy).copyMemory(from: start, byteCount: bytes.count)
  }
  copy[bytes.count] = 0
  return UnsafeBufferPointer(start: copy, count: bytes.count)
}
