import CPyxis
import PyxisCore

/// What a `pyxis_variants` handle refers to. The handle's uses keep changes apart from reads.
final class VariantsObject: HandleObject {
  static let kind: HandleKind = .variants
  private(set) var value: PyxisVariants
  /// The texts that views were given of, made when the first view is asked for.
  private var texts: [(key: StableText, value: StableText)]?

  init(_ value: PyxisVariants) {
    self.value = value
  }

  func set(_ variant: PyxisVariant) {
    value.set(variant)
    texts = nil
  }

  /// The views of the variant at a position that there is; the caller uses the object alone.
  func views(at position: Int) -> (key: pyxis_string, value: pyxis_string) {
    let texts =
      texts ?? value.map { (key: StableText($0.key), value: StableText($0.value)) }
    self.texts = texts
    return (texts[position].key.view, texts[position].value.view)
  }
}

/// See `pyxis.h`.
@c(pyxis_variants_create) @implementation
public func pyxis_variants_create(
  _ variants: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status { () throws(Failure) in
    let variants = try required(variants)
    variants.pointee = try VariantsObject(PyxisVariants()).makeHandle()
  }
}

/// See `pyxis.h`.
@c(pyxis_variants_set) @implementation
public func pyxis_variants_set(
  _ variants: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
  _ value: UnsafePointer<CChar>?, _ valueLength: Int
) -> pyxis_status {
  status { () throws(Failure) in
    let variant = PyxisVariant(
      key: try text(key, keyLength, "key"), value: try text(value, valueLength, "value"))
    guard !variant.key.isEmpty, !variant.key.utf8.contains(0) else {
      throw Failure(PYXIS_ERROR_INVALID_ARGUMENT)
    }
    try VariantsObject.change(variants) { $0.set(variant) }
  }
}

/// See `pyxis.h`.
@c(pyxis_variants_count) @implementation
public func pyxis_variants_count(
  _ variants: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?
) -> pyxis_status {
  status { () throws(Failure) in
    let count = try required(count, or: 0)
    count.pointee = try VariantsObject.read(variants) { $0.value.count }
  }
}

/// See `pyxis.h`.
@c(pyxis_variants_at) @implementation
public func pyxis_variants_at(
  _ variants: OpaquePointer?, _ index: Int, _ key: UnsafeMutablePointer<pyxis_string>?,
  _ value: UnsafeMutablePointer<pyxis_string>?
) -> pyxis_status {
  key?.pointee = noString
  value?.pointee = noString
  return status { () throws(Failure) in
    let views = try VariantsObject.change(variants) { (object) throws(Failure) in
      guard object.value.indices.contains(index) else { throw .notFound }
      return object.views(at: index)
    }
    key?.pointee = views.key
    value?.pointee = views.value
  }
}

/// See `pyxis.h`.
@c(pyxis_variants_find) @implementation
public func pyxis_variants_find(
  _ variants: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
  _ value: UnsafeMutablePointer<pyxis_string>?
) -> pyxis_status {
  status { () throws(Failure) in
    let value = try required(value, or: noString)
    let key = try text(key, keyLength, "key")
    value.pointee = try VariantsObject.change(variants) { (object) throws(Failure) in
      guard let position = object.value.position(of: key) else { throw .notFound }
      return object.views(at: position).value
    }
  }
}

/// See `pyxis.h`.
@c(pyxis_variants_decode) @implementation
public func pyxis_variants_decode(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ variants: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status(reportingTo: error) { () throws(Failure) in
    let variants = try required(variants)
    let bytes = UnsafeRawBufferPointer(try textBytes(text, length, "payload"))
    let decoded = try bootstrap { () throws(PyxisBootstrapError) in
      try PyxisVariants(decoding: bytes)
    }
    variants.pointee = try VariantsObject(decoded).makeHandle()
  }
}

/// See `pyxis.h`.
@c(pyxis_variants_encode) @implementation
public func pyxis_variants_encode(
  _ variants: OpaquePointer?, _ payload: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status(reportingTo: error) { () throws(Failure) in
    let payload = try required(payload)
    let value = try VariantsObject.read(variants) { $0.value }
    let text = try bootstrap { () throws(PyxisBootstrapError) in try value.encoded() }
    payload.pointee = try BufferObject(text).makeHandle()
  }
}

/// See `pyxis.h`.
@c(pyxis_variants_release) @implementation
public func pyxis_variants_release(_ variants: OpaquePointer?) -> pyxis_status {
  VariantsObject.release(variants)
}

/// Calls a function of the Swift API and turns its error into that of the header.
func bootstrap<Result>(
  _ body: () throws(PyxisBootstrapError) -> Result
) throws(Failure) -> Result {
  do throws(PyxisBootstrapError) {
    return try body()
  } catch {
    throw Failure(error)
  }
}
