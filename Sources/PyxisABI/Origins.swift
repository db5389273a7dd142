import CPyxis
import PyxisCore

/// See `pyxis.h`.
@c(pyxis_explain) @implementation
public func pyxis_explain(
  _ key: pyxis_key, _ origin: UnsafeMutablePointer<pyxis_origin>?,
  _ depth: UnsafeMutablePointer<UInt32>?, _ label: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  depth?.pointee = 0
  label?.pointee = nil
  return status { () throws(Failure) in
    let origin = try required(origin, or: 0)
    _ = try KeyCode.descriptor(of: key)
    switch PyxisOrigin(ofSlot: KeyCode(key).slot) {
    case .keyDefault: origin.pointee = PYXIS_ORIGIN_KEY_DEFAULT
    case .processDefault: origin.pointee = PYXIS_ORIGIN_PROCESS_DEFAULT
    // What is in force comes from somewhere, so there is no bare configuration here.
    case .configuration: origin.pointee = PYXIS_ORIGIN_KEY_DEFAULT
    case .scope(let scopeDepth, let scopeLabel):
      if let label, let scopeLabel { label.pointee = try BufferObject(scopeLabel).makeHandle() }
      depth?.pointee = UInt32(clamping: scopeDepth)
      origin.pointee = PYXIS_ORIGIN_SCOPE
    }
  }
}
