import PyxisShims
import Synchronization

/// What a handle refers to.
enum HandleKind: UInt32 {
  case configuration = 1
  case variants = 2
  case report = 3
  case error = 4
  case buffer = 5
  case result = 6
  case scope = 7
}

/// A handle's value: which slot, and which use of the slot and what for. It is never an address.
struct Handle {
  /// Ends every handle's value: no aligned address ends so.
  private static let tag: UInt64 = 0x55

  /// How many slots there can be.
  static let slotLimit: Int = 1 << 24

  let slot: UInt32
  let identity: HandleIdentity

  init(slot: UInt32, identity: HandleIdentity) {
    self.slot = slot
    self.identity = identity
  }

  /// Takes a value apart that a caller passed; nil if no handle of any time had it.
  @inline(__always)
  init?(_ pointer: OpaquePointer?) {
    let bits = UInt64(UInt(bitPattern: pointer))
    guard bits & 0xFF == Self.tag else { return nil }
    slot = UInt32(truncatingIfNeeded: bits &>> 8) & 0xFF_FFFF
    identity = HandleIdentity(bits: UInt32(truncatingIfNeeded: bits &>> 32))
  }

  var pointer: OpaquePointer? {
    OpaquePointer(
      bitPattern: UInt(UInt64(identity.bits) << 32 | UInt64(slot) << 8 | Self.tag))
  }
}

/// Which use of a slot a handle stands for, and what it refers to: both are compared as one, so
/// that a handle of another kind is as invalid as one of another time.
struct HandleIdentity: Equatable {
  private static let kindBits: UInt32 = 4

  let bits: UInt32

  init(bits: UInt32) {
    self.bits = bits
  }

  /// - Parameter generation: Counts the uses of a slot; its low 28 bits tell them apart.
  init(generation: UInt32, kind: HandleKind) {
    bits = generation << Self.kindBits | kind.rawValue
  }

  var generation: UInt32 { bits >> Self.kindBits }

  @inline(__always)
  func isOf(_ kind: HandleKind) -> Bool { bits & (1 << Self.kindBits - 1) == kind.rawValue }
}

/// One place of the handle table, used for one handle after another.
///
/// All of what decides about an access is in one word, changed by compare-and-exchange: the
/// identity of the handle that the slot serves, whether that handle lives, and who uses the object
/// now, either any number of readers or one writer. An access thus either takes its place
/// while the handle lives, or is refused; and the object goes when the handle was released and the
/// last access has ended, whichever comes later.
///
/// The thread that made the handle reads without writing to that word, which costs it no exchange:
/// it says in its cell what it uses and then looks whether the handle lives and nobody writes.
/// Another thread that ends the handle or writes says so in the word, makes every thread pass a
/// memory barrier, and then waits while the cell says that the slot is used. Of the two, each says
/// before it looks, and the barrier lies between the other's saying and looking: so either the
/// reader sees that it must not, or the other one sees that it has to wait.
struct HandleSlot: ~Copyable {
  /// The handle's identity in the high half; then the flags; the number of readers in the low bits.
  private let state: Atomic<UInt64>
  private let object = Atomic<UInt>(0)
  /// The address of the cell of the thread that made the handle; 0 for none.
  private let owner = Atomic<UInt>(0)
  /// Fills a cache line: what one thread does with a slot does not slow down those beside it.
  private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)

  private static let live: UInt64 = 1 << 31
  private static let borrowed: UInt64 = 1 << 30
  private static let writing: UInt64 = 1 << 29
  private static let users: UInt64 = writing | (writing - 1)

  /// - Parameter generation: That of the slot's first handle.
  init(generation: UInt32) {
    state = Atomic(Self.free(generation))
  }

  /// The state of a slot that waits for a handle of a generation.
  private static func free(_ generation: UInt32) -> UInt64 {
    // A kind of 0 is none, so nothing that a caller can pass is this.
    UInt64(generation << 4) << 32
  }

  @inline(__always)
  private static func identity(of state: UInt64) -> HandleIdentity {
    HandleIdentity(bits: UInt32(truncatingIfNeeded: state &>> 32))
  }

  /// Starts a new handle's life; the slot is free and the caller's.
  ///
  /// - Returns: The handle's identity.
  func start(
    _ object: UInt, kind: HandleKind, borrowed: Bool,
    owner: UnsafeMutablePointer<pyxis_shims_cell>?
  ) -> HandleIdentity {
    self.owner.store(UInt(bitPattern: owner), ordering: .relaxed)
    self.object.store(object, ordering: .relaxed)
    let generation = Self.identity(of: state.load(ordering: .relaxed)).generation
    let identity = HandleIdentity(generation: generation, kind: kind)
    state.store(
      UInt64(identity.bits) << 32 | Self.live | (borrowed ? Self.borrowed : 0),
      ordering: .releasing)
    return identity
  }

  /// The object of a handle that lives, as long as nobody else releases the handle.
  @inline(__always)
  func peek(_ identity: HandleIdentity) -> UInt? {
    let state = self.state.load(ordering: .acquiring)
    guard Self.identity(of: state) == identity, state & Self.live != 0 else { return nil }
    return object.load(ordering: .relaxed)
  }

  /// Whether the thread with a cell made the handle.
  @inline(__always)
  func isOwned(by cell: UnsafeMutablePointer<pyxis_shims_cell>) -> Bool {
    owner.load(ordering: .relaxed) == UInt(bitPattern: cell)
  }

  /// The object of a handle that lives and that nobody writes to, for its owner's use.
  @inline(__always)
  func objectForOwner(_ identity: HandleIdentity) -> UInt? {
    let state = self.state.load(ordering: .acquiring)
    guard Self.identity(of: state) == identity,
      state & (Self.live | Self.writing) == Self.live
    else { return nil }
    return object.load(ordering: .relaxed)
  }

  /// Waits until the thread that made the handle does not use it; what keeps it from beginning a
  /// use is in the state already.
  ///
  /// - Parameter slot: This slot's number plus 1.
  func awaitOwner(_ slot: UInt64) {
    let address = owner.load(ordering: .relaxed)
    guard let cell = UnsafePointer<pyxis_shims_cell>(bitPattern: address),
      pyxis_shims_current_thread().pointee.cell != UnsafeMutablePointer(mutating: cell)
    else { return }
    pyxis_shims_barrier()
    // Uses are short and run no code of the host's, so it is soon over.
    while pyxis_shims_is_using(cell, slot) { pyxis_shims_yield() }
  }

  /// Forgets the uses of threads that a fork left behind; the caller's is the only thread.
  ///
  /// What one of them was changing is in no state to be used: its handle ends.
  func forgetUses() {
    let state = self.state.load(ordering: .relaxed)
    guard state & Self.users != 0 else { return }
    if state & Self.writing != 0 {
      self.state.store(
        Self.free(Self.identity(of: state).generation &+ 1), ordering: .relaxed)
    } else {
      self.state.store(state & ~Self.users, ordering: .relaxed)
    }
  }

  /// Begins to use a handle's object, with others or alone; nil if the handle does not live.
  @inline(__always)
  func acquire(_ identity: HandleIdentity, exclusively: Bool) -> UInt? {
    var state = self.state.load(ordering: .acquiring)
    while true {
      guard Self.identity(of: state) == identity, state & Self.live != 0 else { return nil }
      if state & (exclusively ? Self.users : Self.writing) != 0 {
        // Uses are short and run no code of the host's, so it is soon over.
        pyxis_shims_yield()
        state = self.state.load(ordering: .acquiring)
        continue
      }
      let (exchanged, original) = self.state.weakCompareExchange(
        expected: state, desired: state &+ (exclusively ? Self.writing : 1),
        ordering: .acquiring)
      if exchanged { return object.load(ordering: .relaxed) }
      state = original
    }
  }

  /// Replaces the object; the caller uses it alone.
  func replace(_ object: UInt) {
    self.object.store(object, ordering: .relaxed)
  }

  /// Ends a use.
  ///
  /// - Returns: Whether the handle was released meanwhile and this was the last use: the caller
  ///   then destroys the object and frees the slot.
  @inline(__always)
  func relinquish(exclusively: Bool) -> Bool {
    let (_, state) = self.state.wrappingSubtract(
      exclusively ? Self.writing : 1, ordering: .acquiringAndReleasing)
    return state & (Self.live | Self.users) == 0
  }

  /// How a release went.
  enum Release {
    /// The handle does not live.
    case invalid
    /// The handle is the library's to release.
    case notOwned
    /// Somebody uses the object; the last use destroys it.
    case deferred
    /// The caller destroys the object and frees the slot.
    case last
  }

  /// Ends a handle's life.
  func release(_ identity: HandleIdentity, byOwner: Bool) -> Release {
    var state = self.state.load(ordering: .acquiring)
    while true {
      guard Self.identity(of: state) == identity, state & Self.live != 0 else {
        return .invalid
      }
      if byOwner, state & Self.borrowed != 0 { return .notOwned }
      let (exchanged, original) = self.state.weakCompareExchange(
        expected: state, desired: state & ~(Self.live | Self.borrowed),
        ordering: .acquiringAndReleasing)
      if exchanged { return state & Self.users == 0 ? .last : .deferred }
      state = original
    }
  }

  /// Takes the object out of a slot that is free from now on, and ends its generation.
  ///
  /// - Returns: The object, and the generation of the slot's next handle.
  func finish() -> (object: UInt, next: UInt32) {
    let object = self.object.load(ordering: .relaxed)
    let next = (Self.identity(of: state.load(ordering: .relaxed)).generation &+ 1) & 0xFFF_FFFF
    state.store(Self.free(next), ordering: .releasing)
    return (object, next)
  }
}
