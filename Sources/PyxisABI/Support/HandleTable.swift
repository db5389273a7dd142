import PyxisCore
import PyxisShims

/// The one table of all handles: what a caller passes is looked up here and never followed.
///
/// Slots are never moved or freed, so that looking one up needs no lock. Each thread keeps a few
/// free slots, so that making and releasing a handle mostly needs none either.
enum HandleTable {
  private static let chunkBits: Int = 10
  private static let chunkSize: Int = 1 << chunkBits
  /// How many handles can live at once.
  static let limit: Int = Handle.slotLimit

  // Both guarded by the handles lock.
  nonisolated(unsafe) private static var freeSlots: [UInt32] = []
  nonisolated(unsafe) private static var usedSlots: Int = 0

  /// The slot of a handle that a caller passed, or nil if there is no such slot.
  @inline(__always)
  static func slot(_ index: UInt32) -> UnsafeMutablePointer<HandleSlot>? {
    // A chunk's address is stored once, with release, before any slot in it is given out.
    pyxis_shims_handle_chunk(Int(index) >> chunkBits).map {
      $0.assumingMemoryBound(to: HandleSlot.self) + Int(index) & (chunkSize - 1)
    }
  }

  /// Makes a handle.
  ///
  /// - Parameters:
  ///   - object: What the handle refers to: an owned object reference, for a lent object one that
  ///     is not owned, or for scopes what their functions make of it.
  ///   - borrowed: Whether the library releases it, and the caller must not.
  /// - Returns: The handle, or nil if there are as many as there can be; `object` is still the
  ///   caller's then.
  static func make(_ object: UInt, kind: HandleKind, borrowed: Bool) -> Handle? {
    guard let index = takeSlot(), let slot = slot(index) else { return nil }
    return Handle(
      slot: index,
      identity: slot.pointee.start(
        object, kind: kind, borrowed: borrowed, owner: pyxis_shims_current_thread().pointee.cell))
  }

  /// Frees a slot whose handle was released and whose last use has ended.
  ///
  /// - Returns: What the handle referred to.
  static func finish(_ index: UInt32) -> UInt {
    guard let slot = slot(index) else { return 0 }
    let (object, next) = slot.pointee.finish()
    // A slot that went through all generations retires: its old handles stay invalid for ever.
    if next != firstGeneration(of: index) { giveSlot(index) }
    return object
  }

  /// Generations start anywhere, so that small numbers are unlikely to be handles.
  private static func firstGeneration(of index: UInt32) -> UInt32 {
    ((index + 1) &* 0x9E37_79B1) & 0xFFF_FFFF
  }

  // MARK: - Free slots

  private static let keptSlots: UInt32 = 8
  private static let exchangedSlots: UInt32 = 4

  private static func takeSlot() -> UInt32? {
    let thread = pyxis_shims_current_thread()
    if thread.pointee.free_handle_count == 0 {
      refill()
      guard thread.pointee.free_handle_count > 0 else { return nil }
    }
    thread.pointee.free_handle_count -= 1
    return freeSlots(of: thread)[Int(thread.pointee.free_handle_count)]
  }

  private static func giveSlot(_ index: UInt32) {
    let thread = pyxis_shims_current_thread()
    if !thread.pointee.registered { pyxis_shims_at_thread_exit(.handles, threadEnds) }
    if thread.pointee.free_handle_count == keptSlots { giveBack(exchangedSlots) }
    freeSlots(of: thread)[Int(thread.pointee.free_handle_count)] = index
    thread.pointee.free_handle_count += 1
  }

  private static func refill() {
    pyxis_shims_at_thread_exit(.handles, threadEnds)
    let thread = pyxis_shims_current_thread()
    pyxis_shims_acquire(.handles)
    defer { pyxis_shims_release(.handles) }
    pyxis_shims_take_cell()
    pyxis_shims_after_fork(forgetUses)
    while thread.pointee.free_handle_count < exchangedSlots {
      guard let index = freeSlots.popLast() ?? newSlot() else { return }
      freeSlots(of: thread)[Int(thread.pointee.free_handle_count)] = index
      thread.pointee.free_handle_count += 1
    }
  }

  private static func giveBack(_ count: UInt32) {
    let thread = pyxis_shims_current_thread()
    pyxis_shims_acquire(.handles)
    defer { pyxis_shims_release(.handles) }
    for _ in 0..<count {
      thread.pointee.free_handle_count -= 1
      freeSlots.append(freeSlots(of: thread)[Int(thread.pointee.free_handle_count)])
    }
  }

  /// Takes a slot that never served; the caller holds the handles lock.
  private static func newSlot() -> UInt32? {
    guard usedSlots < limit else { return nil }
    let index = usedSlots
    if index & (chunkSize - 1) == 0 {
      let chunk = UnsafeMutableRawPointer.allocate(
        byteCount: MemoryLayout<HandleSlot>.stride * chunkSize, alignment: 64
      ).bindMemory(to: HandleSlot.self, capacity: chunkSize)
      for offset in 0..<chunkSize {
        let generation = firstGeneration(of: UInt32(index + offset))
        (chunk + offset).initialize(to: HandleSlot(generation: generation))
      }
      pyxis_shims_set_handle_chunk(index >> chunkBits, chunk)
    }
    usedSlots += 1
    return UInt32(index)
  }

  private static func freeSlots(
    of thread: UnsafeMutablePointer<pyxis_shims_thread>
  ) -> UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(thread).advanced(
      by: MemoryLayout<pyxis_shims_thread>.offset(of: \.free_handles) ?? 0
    ).assumingMemoryBound(to: UInt32.self)
  }

  private static let threadEnds: @convention(c) () -> Void = {
    giveBack(pyxis_shims_current_thread().pointee.free_handle_count)
    pyxis_shims_acquire(.handles)
    pyxis_shims_give_cell()
    pyxis_shims_release(.handles)
  }

  private static let forgetUses: @convention(c) () -> Void = {
    for index in 0..<usedSlots { slot(UInt32(index))?.pointee.forgetUses() }
  }
}
