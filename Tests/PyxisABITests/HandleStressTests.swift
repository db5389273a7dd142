import CPyxis
import PyxisShims
import TestSupport
import Testing

@testable import PyxisABI

/// The arguments of `HandleSlot`, put to the test: threads meet in one handle again and again.
///
/// Each object says when it goes or is written to, and each use looks whether that happened
/// meanwhile. How often they meet is bounded; how long it takes is not measured.
@Suite("Handles that several threads use", .serialized, .generousTimeLimit)
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
        try place.awaitMeeting()
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
      try places.enumerated().map { number, place in
        try place.awaitOffer()
        place.meet()
        // Now later and now earlier than the maker, which takes a moment to see that both are here.
        for _ in 0..<number % 16 { _ = place.isGone }
        return place.release()
      }
    }
    let maker = try TestThread {
      try places.map { place in
        try place.offer()
        try place.awaitMeeting()
        return place.release()
      }
    }
    let outcomes = zip(try maker.result(), try other.result())
    let expected: Set = [PYXIS_OK, PYXIS_ERROR_INVALID_HANDLE]
    #expect(outcomes.allSatisfy { Set([$0, $1]) == expected })
    #expect(places.allSatisfy { $0.goneCount == 1 })
  }

  @Test("The maker of a handle sees nothing half written by another thread")
  func makerReadsWhatIsWritten() throws {
    let place = Place()
    let isDone = Counter()
    let writer = try TestThread {
      try place.awaitOffer()
      return writeOften(place, isDone)
    }
    let maker = try TestThread {
      try place.offer()
      return readUntilDone(place, isDone)
    }
    #expect(try writer.result() == 0)
    #expect(try maker.result() == 0)
    #expect(place.release() == PYXIS_OK)
  }

  @Test("Other threads see nothing half written by the maker of a handle")
  func othersReadWhatIsWritten() throws {
    let place = Place()
    let isDone = Counter()
    let maker = try TestThread {
      try place.offer()
      return writeOften(place, isDone)
    }
    let others = try (0..<2).map { _ in
      try TestThread {
        try place.awaitOffer()
        return readUntilDone(place, isDone)
      }
    }
    #expect(try maker.result() == 0)
    #expect(try others.map { try $0.result() } == [0, 0])
    #expect(place.release() == PYXIS_OK)
  }

  @Test("A lent handle is taken back when nobody uses it any more, and only once")
  func takenBack() throws {
    let places = (0..<Self.rounds / 10).map { _ in Place() }
    let others = try [false, true].map { writes in
      try TestThread {
        try places.count { place in
          try place.awaitOffer()
          return useForLong(place, writes)
        }
      }
    }
    let maker = try TestThread {
      try places.count { place in
        try place.lend()
        try place.awaitMeeting()
        return place.release() == PYXIS_ERROR_NOT_OWNED && place.takeBack() && !place.takeBack()
          ? 0 : 1
      }
    }
    #expect(try maker.result() == 0)
    #expect(try others.map { try $0.result() } == [0, 0])
  }

  // MARK: - What the threads do; each returns how often something was wrong

  /// Reads until the handle is released, and a little longer.
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

  /// Reads or writes until the handle is taken back, for long, but lets others have their turn.
  private func useForLong(_ place: Place, _ writes: Bool) -> Int {
    var faults = 0
    while let wasThere = writes ? place.write(looks: 500) : place.use(looks: 500) {
      if !wasThere { faults += 1 }
      pyxis_shims_yield()
    }
    return faults
  }

  private func readUntilDone(_ place: Place, _ isDone: Counter) -> Int {
    var (turns, faults) = (0, 0)
    while isDone.value == 0 {
      // Few looks: how a use begins is what matters.
      if place.use(looks: 4) != true { faults += 1 }
      turns += 1
      if turns % 100 == 0 { pyxis_shims_yield() }
    }
    return faults
  }

  private func writeOften(_ place: Place, _ isDone: Counter) -> Int {
    defer { isDone.add() }
    return (0..<100 * Self.rounds).count { _ in
      place.disturbMaker()
      return place.write() == true ? 0 : 1
    }
  }
}

extension Collection {
  /// The sum of what each element gives.
  fileprivate func count(_ faults: (Element) throws -> Int) rethrows -> Int {
    try reduce(0) { try $0 + faults($1) }
  }
}
