import CPyxis
import PyxisShims
import TestSupport
import Testing

@testable import PyxisABI

/// The arguments of `HandleSlot`, put to the test: threads meet in one handle again and again.
///
/// Each object says when it goes or is written to, and each use looks whether that happened
/// meanwhile. How often they meet is bounded; how long it takes is not measured.
@Suite("Handles that several threads use", .timeLimit(.minutes(20)))
struct HandleStressTests {
  private static let rounds = isThreadSanitized ? 1_000 : 4_000

  @Test("The maker of a handle reads what is there until another thread's release")
  func makerReads() throws {
    let places = (0..<Self.rounds).map { _ in Place() }
    let maker = try TestThread {
      try places.count { place in
        try place.offer()
        return useUntilReleased(place)
      }
    }
    let other = try TestThread {
      try places.count { place in
        try place.awaitOffer()
        place.disturbMaker()
        return place.release() == PYXIS_OK ? 0 : 1
      }
    }
    #expect(try maker.result() == 0)
    #expect(try other.result() == 0)
    #expect(places.allSatisfy { $0.isGone })
  }

  @Test("Other threads read what is there until the maker's release")
  func othersRead() throws {
    let places = (0..<Self.rounds).map { _ in Place() }
    let others = try (0..<2).map { _ in
      try TestThread {
        try places.count { place in
          try place.awaitOffer()
          return useUntilReleased(place)
        }
      }
    }
    let maker = try TestThread {
      try places.count { place in
        try place.offer()
        try spin { place.useCount > 0 }
        return place.release() == PYXIS_OK ? 0 : 1
      }
    }
    #expect(try maker.result() == 0)
    #expect(try others.map { try $0.result() } == [0, 0])
    #expect(places.allSatisfy { $0.isGone })
  }

  @Test("Two threads release a handle at once: one of them does, and the object goes once")
  func bothRelease() throws {
    let places = (0..<Self.rounds).map { _ in Place() }
    let other = try TestThread {
      try places.map { place in
        try place.awaitOffer()
        return place.release()
      }
    }
    let maker = try TestThread {
      try places.map { place in
        try place.offer()
        return place.release()
      }
    }
    let outcomes = zip(try maker.result(), try other.result())
    let expected: Set = [PYXIS_OK, PYXIS_ERROR_INVALID_HANDLE]
    #expect(outcomes.allSatisfy { Set([$0, $1]) == expected })
    #expect(places.allSatisfy { $0.goneCount == 1 })
  }

  @Test("The maker of a handle sees nothing half written by another thread, nor does a third one")
  func writes() throws {
    let place = Place()
    let isDone = Counter()
    @Sendable func readUntilDone() -> Int {
      var (turns, faults) = (0, 0)
      while isDone.value == 0 {
        if place.use() != true { faults += 1 }
        turns += 1
        if turns % 100 == 0 { pyxis_shims_yield() }
      }
      return faults
    }
    let maker = try TestThread {
      try place.offer()
      return readUntilDone()
    }
    let other = try TestThread {
      try place.awaitOffer()
      return readUntilDone()
    }
    let writer = try TestThread {
      try place.awaitOffer()
      defer { isDone.add() }
      return (0..<Self.rounds).count { _ in
        place.disturbMaker()
        return place.write() ? 0 : 1
      }
    }
    #expect(try writer.result() == 0)
    #expect(try maker.result() == 0)
    #expect(try other.result() == 0)
    #expect(place.release() == PYXIS_OK)
  }

  /// Reads until the handle is released, and a little longer.
  ///
  /// - Returns: How often something was wrong.
  private func useUntilReleased(_ place: Place) -> Int {
    var (turns, faults) = (0, 0)
    while let wasThere = place.use() {
      if !wasThere { faults += 1 }
      // The other thread may wait for this CPU.
      turns += 1
      if turns % 100 == 0 { pyxis_shims_yield() }
    }
    // The slot serves other handles now.
    for _ in 0..<3 where place.use() != nil { faults += 1 }
    return faults
  }
}

extension Collection {
  /// The sum of what each element gives.
  fileprivate func count(_ faults: (Element) throws -> Int) rethrows -> Int {
    try reduce(0) { try $0 + faults($1) }
  }
}
