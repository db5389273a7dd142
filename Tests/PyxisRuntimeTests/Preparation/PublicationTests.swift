import PyxisCore
import PyxisRuntime
import Testing

@Suite("Publication")
struct PublicationTests {
  @Test("R10: readers on other threads see all old or all new, and never old after new")
  func allOrNothing() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let slots = try (0..<40).map { number in
        try KeyRegistry.define(
          KeyDefinition(
            name: "tests.publication.\(number)", kind: .int64, isSecret: false,
            defaultBox: .make(0, kind: .int64)))
      }
      // A process publishes once, so each round is one of its own.
      for round in 0..<200 {
        let succeeded = try inForkedProcess { try publishAndRead(slots) }
        #expect(succeeded, "round \(round)")
        guard succeeded else { return }
      }
    }
  }
}

/// Publishes ones in place of zeros while threads read.
///
/// - Returns: Whether no thread saw a mixture.
private func publishAndRead(_ slots: [UInt32]) throws -> Bool {
  let (reads, published) = (Counter(), Counter())
  let readers = try (0..<2).map { _ in
    try TestThread {
      var isNew = false
      while true {
        let wasPublished = published.value == 1
        guard let seen = Sight(of: slots), seen.isNew || !isNew, seen.isNew || !wasPublished
        else { return false }
        isNew = seen.isNew
        reads.add()
        if wasPublished { return true }
      }
    }
  }
  try spin { reads.value > 20 }
  let payload = Array(#"{"version":1,"requested":{"a":"1"}}"#.utf8)
  let report = try Preparation.run(
    environment: .given { $0 == pyxisEnvironmentKey ? payload : nil }, adapterKeys: ["a"],
    configure: { for slot in slots { $0.set(slot, to: .make(1, kind: .int64)) } },
    apply: { _, variant in .applied(variant.value) })
  published.add()
  return try readers.allSatisfy { try $0.result() } && report?.count == 1
}

/// What one look at the effective configuration shows.
private struct Sight {
  let isNew: Bool

  /// Looks at single entries first, then at a snapshot, then at single entries again.
  ///
  /// Nil if what is seen is a mixture, or goes back.
  init?(of slots: [UInt32]) {
    let before = Self.effectiveValue(of: slots[0])
    let snapshot = pyxisConfiguration
    let values = Set(slots.map { Self.value(snapshot.find($0)) })
    let after = Self.effectiveValue(of: slots[slots.count - 1])
    guard let value = values.first, values.count == 1, before <= value, value <= after,
      snapshot.requested.count == value, (snapshot.report?.count ?? 0) == value
    else { return nil }
    isNew = value == 1
  }

  private static func effectiveValue(of slot: UInt32) -> Int {
    value(EffectiveConfiguration.find(slot))
  }

  private static func value(_ box: Unmanaged<Box>?) -> Int {
    box?._withUnsafeGuaranteedRef { $0.value(as: Int.self) } ?? 0
  }
}
