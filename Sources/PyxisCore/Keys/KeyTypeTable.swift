import PyxisShims
import Synchronization

/// Finds the slot of a Swift key's type without a lock.
///
/// An open-addressing table from the type's address to its slot. An entry's slot is written before
/// its address is stored with release, and never changes. A full table is replaced by one twice
/// its size; readers of the old one miss at worst, and then look under the lock. Old tables are
/// kept: together they are smaller than the one in use.
struct KeyTypeTable: ~Copyable {
  private struct Entry: ~Copyable {
    let type = Atomic<UInt>(0)
    let slot = Atomic<UInt32>(0)
  }

  private let bits: UInt
  /// How many entries are in use; changed under the keys lock alone.
  private let count = Atomic<Int>(0)
  /// The table that this one replaced, which slow readers may still look into.
  private let previous: UnsafeMutablePointer<KeyTypeTable>?
  private let entries: UnsafeMutablePointer<Entry>

  private init(bits: UInt, previous: UnsafeMutablePointer<KeyTypeTable>?) {
    self.bits = bits
    self.previous = previous
    entries = .allocate(capacity: 1 << bits)
    for index in 0..<(1 << bits) { (entries + index).initialize(to: Entry()) }
  }

  private static func make(
    bits: UInt, previous: UnsafeMutablePointer<KeyTypeTable>? = nil
  ) -> UnsafeMutablePointer<KeyTypeTable> {
    let table = UnsafeMutablePointer<KeyTypeTable>.allocate(capacity: 1)
    table.initialize(to: KeyTypeTable(bits: bits, previous: previous))
    return table
  }

  /// The table in use, if there is one.
  private static var current: UnsafeMutablePointer<KeyTypeTable>? {
    pyxis_shims_key_type_table()?.assumingMemoryBound(to: KeyTypeTable.self)
  }

  /// The slot of a type, if it has one yet.
  @inline(__always)
  static func find(_ type: ObjectIdentifier) -> UInt32? {
    let address = UInt(bitPattern: type)
    guard let table = current else { return nil }
    let entry = table.pointee.entry(of: address)
    guard entry.pointee.type.load(ordering: .acquiring) == address else { return nil }
    return entry.pointee.slot.load(ordering: .relaxed)
  }

  /// Adds a type that is not there; the caller holds the keys lock.
  static func insert(_ type: ObjectIdentifier, slot: UInt32) {
    let table = current ?? make(bits: 8)
    if table.pointee.count.load(ordering: .relaxed) * 2 < 1 << table.pointee.bits {
      table.pointee.store(UInt(bitPattern: type), slot: slot)
      pyxis_shims_set_key_type_table(table)
      return
    }
    let larger = make(bits: table.pointee.bits + 1, previous: table)
    for index in 0..<(1 << table.pointee.bits) {
      let address = table.pointee.entries[index].type.load(ordering: .relaxed)
      guard address != 0 else { continue }
      let slot = table.pointee.entries[index].slot.load(ordering: .relaxed)
      larger.pointee.store(address, slot: slot)
    }
    larger.pointee.store(UInt(bitPattern: type), slot: slot)
    pyxis_shims_set_key_type_table(larger)
  }

  /// The entry of a type, or the free one where it would stand.
  @inline(__always)
  private func entry(of type: UInt) -> UnsafeMutablePointer<Entry> {
    // Metadata is aligned, so its low bits say nothing; the product's high bits say most.
    let hash = (type &>> 4) &* 0x9E37_79B9_7F4A_7C15
    let mask: UInt = (1 &<< bits) &- 1
    var index = hash &>> (64 &- bits)
    while true {
      let candidate = entries + Int(bitPattern: index)
      let found = candidate.pointee.type.load(ordering: .acquiring)
      if found == type || found == 0 { return candidate }
      index = (index &+ 1) & mask
    }
  }

  private func store(_ address: UInt, slot: UInt32) {
    let entry = entry(of: address)
    entry.pointee.slot.store(slot, ordering: .relaxed)
    entry.pointee.type.store(address, ordering: .releasing)
    count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }
}
