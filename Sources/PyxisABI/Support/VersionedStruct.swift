import CPyxis

/// Reads a struct that starts with its `struct_size`: an older one is zero from its end on, and a
/// newer one is read as far as it is known here.
///
/// - Parameters:
///   - pointer: The caller's struct.
///   - zero: The struct with every field zero.
///   - failure: Becomes `PYXIS_ERROR_INVALID_STRUCT` if a newer one sets what is not known here,
///     unless something failed before; the caller takes over what the struct owns all the same.
/// - Returns: The struct.
/// - Throws: `PYXIS_ERROR_INVALID_STRUCT` if the size is that of no version, so nothing was read.
func versioned<Struct: BitwiseCopyable>(
  _ pointer: UnsafeRawPointer, zero: Struct, failure: inout Failure?
) throws(Failure) -> Struct {
  let size = Int(pointer.loadUnaligned(as: UInt32.self))
  guard size >= 8, size % MemoryLayout<Int>.alignment == 0 else {
    throw Failure(PYXIS_ERROR_INVALID_STRUCT, "No version of the struct has a size of \(size).")
  }
  // Nearly every caller has the same header.
  if size == MemoryLayout<Struct>.size { return pointer.loadUnaligned(as: Struct.self) }
  var value = zero
  let known = min(size, MemoryLayout<Struct>.size)
  withUnsafeMutableBytes(of: &value) { bytes in
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: known))
  }
  let unknown = UnsafeRawBufferPointer(start: pointer, count: size)[known...]
  if !unknown.allSatisfy({ $0 == 0 }), failure == nil {
    failure = Failure(
      PYXIS_ERROR_INVALID_STRUCT,
      "The struct has something set beyond byte \(known), which is not known here.")
  }
  return value
}
