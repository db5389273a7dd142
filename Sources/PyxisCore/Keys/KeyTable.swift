import PyxisShims

/// The descriptors of all slots, which any thread reads without a lock while one adds to them.
///
/// A slot is complete before the count, stored with release, covers it; a reader that loads the
/// count with acquire therefore finds every descriptor below it whole. Chunks are never moved or
/// freed.
enum KeyTable {
  private typealias Chunk = UnsafeMutablePointer<KeyDescriptor>

  private static let chunkBits: Int = 10
  private static let chunkSize: Int = 1 << chunkBits
  /// How many slots there can be.
  static let capacity: Int = chunkSize << 10

  static var count: Int { pyxis_shims_key_count() }

  /// The descriptor of a slot, or nil if there is no such slot.
  @inline(__always)
  static func find(_ slot: UInt32) -> UnsafePointer<KeyDescriptor>? {
    let slot = Int(slot)
    guard slot < count, let chunk = pyxis_shims_key_chunk(slot >> chunkBits) else { return nil }
    return UnsafePointer(
      chunk.assumingMemoryBound(to: KeyDescriptor.self) + slot & (chunkSize - 1))
  }

  /// Adds a slot; the caller holds the keys lock.
  ///
  /// - Returns: Its number, or nil if there are as many as there can be.
  static func append(_ descriptor: KeyDescriptor) -> UInt32? {
    let slot = count
    guard slot < capacity else { return nil }
    let chunk: Chunk
    if let existing = pyxis_shims_key_chunk(slot >> chunkBits) {
      chunk = existing.assumingMemoryBound(to: KeyDescriptor.self)
    } else {
      chunk = .allocate(capacity: chunkSize)
      pyxis_shims_set_key_chunk(slot >> chunkBits, chunk)
    }
    (chunk + slot & (chunkSize - 1)).initialize(to: descriptor)
    pyxis_shims_set_key_count(slot + 1)
    return UInt32(slot)
  }
}
