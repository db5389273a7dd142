import Synchronization

/// The descriptors of all slots, which any thread reads without a lock while one adds to them.
///
/// A slot is complete before `count`, stored with release, covers it; a reader that loads `count`
/// with acquire therefore finds every descriptor below it whole. Chunks are never moved or freed.
struct KeyTable: ~Copyable, @unchecked Sendable {
  private static let chunkBits: Int = 10
  private static let chunkSize: Int = 1 << chunkBits
  private static let chunkCount: Int = 1 << 10
  /// How many slots there can be.
  static let capacity: Int = chunkSize * chunkCount

  private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<KeyDescriptor>?>
  private let counter = Atomic<Int>(0)

  init() {
    chunks = .allocate(capacity: Self.chunkCount)
    chunks.initialize(repeating: nil, count: Self.chunkCount)
  }

  var count: Int { counter.load(ordering: .acquiring) }

  /// The descriptor of a slot, or nil if there is no such slot.
  @inline(__always)
  func find(_ slot: Int) -> UnsafePointer<KeyDescriptor>? {
    guard slot >= 0, slot < count, let chunk = chunks[slot >> Self.chunkBits] else { return nil }
    return UnsafePointer(chunk + (slot & (Self.chunkSize - 1)))
  }

  /// Adds a slot; the caller holds the keys lock.
  ///
  /// - Returns: Its number, or nil if there are as many as there can be.
  func append(_ descriptor: KeyDescriptor) -> Int? {
    let slot = counter.load(ordering: .relaxed)
    guard slot < Self.capacity else { return nil }
    let chunk: UnsafeMutablePointer<KeyDescriptor>
    if let existing = chunks[slot >> Self.chunkBits] {
      chunk = existing
    } else {
      chunk = .allocate(capacity: Self.chunkSize)
      chunks[slot >> Self.chunkBits] = chunk
    }
    (chunk + (slot & (Self.chunkSize - 1))).initialize(to: descriptor)
    counter.store(slot + 1, ordering: .releasing)
    return slot
  }
}

/// Finds the slot of a Swift key's type without a lock.
///
/// An open-addressing table from the type's address to its slot. An entry's slot is written before
/// its address is stored with release, and never changes. A full table is replaced by one twice
/// its size; readers of the old one miss at worst, and then look under the lock. Old tables are
/// kept: together they are smaller than the one in use.
struct KeyTypeTable: ~Copyable, @unchecked Sendable {
  private struct Entry: ~Copyable {
    let type = Atomic<UInt>(0)
    let slot = Atomic<UInt32>(0)
  }

  private struct Table: ~Copyable {
    let bits: Int
    var count: Int
    let entries: UnsafeMutablePointer<Entry>

    init(bits: Int) {
      self.bits = bits
      count = 0
      entries = .allocate(capacity: 1 << bits)
      for index in 0..<(1 << bits) { (entries + index).initialize(to: Entry()) }
    }

    /// The entry of a type, or the free one where it would stand.
    @inline(__always)
    func entry(of type: UInt) -> UnsafeMutablePointer<Entry> {
      // Metadata is aligned, so its low bits say nothing; the product's high bits say most.
      let hash = (type >> 4) &* 0x9E37_79B9_7F4A_7C15
      var index = Int(truncatingIfNeeded: hash >> UInt(64 - bits))
      while true {
        let candidate = entries + index
        let found = candidate.pointee.type.load(ordering: .acquiring)
        if found == type || found == 0 { return candidate }
        index = (index + 1) & ((1 << bits) - 1)
      }
    }
  }

  private let current: Atomic<UnsafeMutablePointer<Table>>

  init() {
    let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    table.initialize(to: Table(bits: 8))
    current = Atomic(table)
  }

  /// The slot of a type, if it has one yet.
  @inline(__always)
  func find(_ type: ObjectIdentifier) -> UInt32? {
    let address = UInt(bitPattern: type)
    let entry = current.load(ordering: .acquiring).pointee.entry(of: address)
    guard entry.pointee.type.load(ordering: .acquiring) == address else { return nil }
    return entry.pointee.slot.load(ordering: .relaxed)
  }

  /// Adds a type that is not there; the caller holds the keys lock.
  func insert(_ type: ObjectIdentifier, slot: UInt32) {
    var table = current.load(ordering: .relaxed)
    if table.pointee.count * 2 >= 1 << table.pointee.bits {
      let larger = UnsafeMutablePointer<Table>.allocate(capacity: 1)
      larger.initialize(to: Table(bits: table.pointee.bits + 1))
      for index in 0..<(1 << table.pointee.bits) {
        let address = table.pointee.entries[index].type.load(ordering: .relaxed)
        guard address != 0 else { continue }
        Self.store(
          address, slot: table.pointee.entries[index].slot.load(ordering: .relaxed), in: larger)
      }
      current.store(larger, ordering: .releasing)
      table = larger
    }
    Self.store(UInt(bitPattern: type), slot: slot, in: table)
  }

  private static func store(
    _ address: UInt, slot: UInt32, in table: UnsafeMutablePointer<Table>
  ) {
    let entry = table.pointee.entry(of: address)
    entry.pointee.slot.store(slot, ordering: .relaxed)
    entry.pointee.type.store(address, ordering: .releasing)
    table.pointee.count += 1
  }
}
