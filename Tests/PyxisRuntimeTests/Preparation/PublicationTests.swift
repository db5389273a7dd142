import PyxisCore
import PyxisRuntime
import Testing

@Suite("Publication")
struct PublicationTests {
  @Test(
    "R10: readers on other threads see all old or all new, and never old after new",
    .disabled(if: isThreadSanitized))
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
      while !isNew {
        let isLate = published.value == 1
        guard let seen = look(at: slots), seen || !isLate else { return false }
        isNew = seen
        reads.add()
      }
      return look(at: slots) == true
    }
  }
  try spin { reads.value > 100 }
  let payload = Array(#"{"version":1,"requested":{"a":"1"}}"#.utf8)
  let report = try Preparation.run(
    environment: .given { $0 == pyxisEnvironmentKey ? .bytes(payload) : nil },
    adapters: AdapterIndex(PackedTexts(["a"])),
    configure: { for slot in slots { $0.set(slot, to: .make(1, kind: .int64)) } },
    apply: { _, variant in .applied(variant.value) })
  published.add()
  return try readers.allSatisfy { try $0.result() } && report?.count == 1
}

/// Looks at a first entry, a snapshot, and a last entry. Quick, so that threads look often.
///
/// - Returns: Whether the snapshot is the new one; nil if what is seen is a mixture, or goes back.
private func look(at slots: [UInt32]) -> Bool? {
  let before = value(EffectiveConfiguration.find(slots[0]))
  let snapshot = pyxisConfiguration
  let (first, reported) = (value(snapshot.find(slots[0])), snapshot.report?.count ?? 0)
  let after = value(EffectiveConfiguration.find(slots[slots.count - 1]))
  guard first == reported, before <= first, first <= after else { return nil }
  if first == 0 { return false }
  let isWhole = slots.allSatisfy { value(snapshot.find($0)) == 1 }
  return isWhole && snapshot.requested.count == 1 ? true : nil
}

private func value(_ box: Unmanaged<Box>?) -> Int {
  box?._withUnsafeGuaranteedRef { $0.value(as: Int.self) } ?? 0
}
