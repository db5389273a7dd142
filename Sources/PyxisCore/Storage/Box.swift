/// One value of one entry, which never changes: configurations share it.
@usableFromInline
package class Box: @unchecked Sendable {  // Immutable, and only made from Sendable values.
  /// The type of the value: a slot holds boxes of one kind only.
  @usableFromInline
  package final let kind: KeyKind

  @usableFromInline
  init(kind: KeyKind) {
    self.kind = kind
  }

  /// Boxes a value of a key, `kind` being what the key's slot holds.
  @inlinable
  package static func make<Value: Sendable>(_ value: Value, kind: KeyKind) -> Box {
    if Value.self == String.self {
      return TextBox(
        unsafeBitCast(value, to: String.self), kind: kind, forOtherLanguages: kind == .string)
    }
    if Value.self == Int.self && kind == .int64 {
      return ValueBox(unsafeBitCast(value, to: Int64.self), kind: .int64)
    }
    if Value.self == [UInt8].self {
      return BytesBox(unsafeBitCast(value, to: [UInt8].self), kind: kind)
    }
    return ValueBox(value, kind: kind)
  }

  /// The value, for a caller that knows the slot's type.
  @inlinable
  @inline(__always)
  package final func value<Value: Sendable>(as type: Value.Type) -> Value {
    if Value.self == String.self {
      return unsafeBitCast(unsafeDowncast(self, to: TextBox.self).value, to: Value.self)
    }
    if Value.self == Int.self && kind == .int64 {
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
  @usableFromInline
  package let value: Value

  @inlinable
  package init(_ value: Value, kind: KeyKind) {
    self.value = value
    super.init(kind: kind)
  }
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
    bytes = forOtherLanguages ? terminatedCopy(of: value.utf8) : UnsafeBufferPointer(start: nil, count: 0)
    super.init(kind: kind)
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
  /// The same bytes, and a NUL after them.
  package let bytes: UnsafeBufferPointer<UInt8>

  @usableFromInline
  package init(_ value: [UInt8], kind: KeyKind) {
    self.value = value
    bytes = terminatedCopy(of: value)
    super.init(kind: kind)
  }

  deinit {
    bytes.deallocate()
  }
}

/// Copies bytes to memory of their own and puts a NUL after them, which the count leaves out.
package func terminatedCopy(of bytes: some Collection<UInt8>) -> UnsafeBufferPointer<UInt8> {
  let count = bytes.count
  let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + 1)
  _ = copy.initialize(fromContentsOf: bytes)
  copy[count] = 0
  return UnsafeBufferPointer(rebasing: copy[..<count])
}
