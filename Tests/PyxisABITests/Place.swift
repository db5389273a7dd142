import CPyxis
import PyxisShims
import Synchronization
import TestSupport

@testable import PyxisABI

/// A handle that its maker offers to other threads, and what becomes of its object.
final class Place: Sendable {
  private let handle = Atomic<UInt>(0)
  private let cell = Atomic<UInt>(0)
  private let uses = Atomic(0)
  private let ends = Atomic(0)
  private let isWritten = Atomic(false)

  /// What the handle refers to. It says when it goes.
  private final class Object {
    let place: Place

    init(_ place: Place) {
      self.place = place
    }

    deinit {
      place.ends.add(1, ordering: .sequentiallyConsistent)
    }
  }

  var isGone: Bool { goneCount > 0 }
  var goneCount: Int { ends.load(ordering: .sequentiallyConsistent) }

  private var pointer: OpaquePointer? {
    OpaquePointer(bitPattern: handle.load(ordering: .acquiring))
  }

  /// Makes the handle, and lets the other threads have it.
  func offer() throws {
    let object = Unmanaged.passRetained(Object(self) as AnyObject)
    guard
      let made = HandleTable.make(
        UInt(bitPattern: object.toOpaque()), kind: .buffer, borrowed: false)
    else {
      object.release()
      throw NoHandle()
    }
    cell.store(
      UInt(bitPattern: pyxis_shims_current_thread().pointee.cell), ordering: .relaxed)
    handle.store(UInt(bitPattern: made.pointer), ordering: .releasing)
  }

  /// Makes a handle that is lent, and lets the other threads have it.
  func lend() throws {
    guard let made = HandleTable.make(1, kind: .buffer, borrowed: true) else { throw NoHandle() }
    handle.store(UInt(bitPattern: made.pointer), ordering: .releasing)
  }

  /// Takes the lent handle back: what it refers to is gone for the others from now on.
  func takeBack() -> Bool {
    guard let handle = Handle(pointer), HandleTable.takeBack(handle) else { return false }
    ends.add(1, ordering: .sequentiallyConsistent)
    return true
  }

  struct NoHandle: Error {}

  /// Waits for the handle.
  func awaitOffer() throws {
    // Mostly it is there soon: both should go on at the same moment.
    for _ in 0..<1_000 where pointer == nil {}
    try spin { pointer != nil }
  }

  /// Says that another thread is here, too.
  func meet() {
    uses.add(1, ordering: .relaxed)
  }

  /// Waits until another thread uses the handle or says that it is here.
  func awaitMeeting() throws {
    for _ in 0..<1_000 where uses.load(ordering: .relaxed) == 0 {}
    try spin { uses.load(ordering: .relaxed) > 0 }
  }

  /// Takes the maker's cell to this CPU: what the maker says there is then slow to come out, and a
  /// missing barrier shows.
  func disturbMaker() {
    guard let cell = UnsafePointer<pyxis_shims_cell>(bitPattern: cell.load(ordering: .relaxed))
    else { return }
    for _ in 0..<8 { _ = pyxis_shims_is_using(cell, 0) }
  }

  /// Uses the object for a moment, with others, and looks at it so many times.
  ///
  /// - Returns: Whether it was there all the time and nobody wrote; nil if the handle is invalid.
  func use(looks: Int = 20) -> Bool? {
    HandleTable.use(pointer, .buffer, exclusively: false) { _, _ in
      meet()
      for _ in 0..<looks where isGone || isWritten.load(ordering: .sequentiallyConsistent) {
        return false
      }
      return true
    }
  }

  /// Uses the object for a moment, alone.
  ///
  /// - Returns: Whether the object is there, and nobody else wrote; nil if the handle is invalid.
  func write(looks: Int = 20) -> Bool? {
    HandleTable.use(pointer, .buffer, exclusively: true) { _, _ in
      meet()
      let wasWritten = isWritten.exchange(true, ordering: .sequentiallyConsistent)
      for _ in 0..<looks where isGone { return false }
      isWritten.store(false, ordering: .sequentiallyConsistent)
      return !wasWritten
    }
  }

  func release() -> pyxis_status {
    HandleTable.release(pointer, .buffer, byOwner: true)
  }
}
