import PyxisCore
import PyxisShims
import Testing

/// Tables that grow while threads read them without a lock.
@Suite("Key tables that grow", .timeLimit(.minutes(20)))
struct KeyTableTests {
  @Test("R5: whoever sees that there is a key sees all of it, while more are defined")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      // More than one chunk of the table, many times over.
      let added = isThreadSanitized ? 5_000 : 50_000
      let first = KeyRegistry.count
      let readers = try (0..<2).map { _ in
        try TestThread {
          var (seen, faults) = (first, 0)
          while seen < first + added {
            let count = KeyRegistry.count
            if count > first, !isWhole(slot: count - 1, number: count - 1 - first) { faults += 1 }
            if count < seen { faults += 1 }
            seen = count
          }
          return faults
        }
      }
      for number in 0..<added {
        let slot = try KeyRegistry.define(definition(number))
        #expect(Int(slot) == first + number)
      }
      #expect(try readers.map { try $0.result() } == [0, 0])
    }
  }

  @Test("R5: threads that use the same Swift keys first at once never get another key's entry")
  func types() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let keys = numberedKeys(digits: 10)
      // One thread finds what the other ones add, at the same moment.
      let slots = try onNewThreads(3) { number in
        (number == 0 ? keys : keys.reversed()).map { key in (0..<20).map { _ in slot(of: key) } }
      }
      for list in slots.joined() { #expect(Set(list).count == 1) }
      let found = slots.enumerated().map { number, lists in
        (number == 0 ? lists : lists.reversed()).map { $0[0] }
      }
      #expect(Set(found).count == 1)
      #expect(Set(found[0]).count == keys.count)
    }
  }

  @Test("Scopes that threads open at once have identities of their own")
  func identities() throws {
    let blocks = try onNewThreads(4) { _ in
      (0..<20_000).map { _ in pyxis_shims_take_scope_block() }
    }
    #expect(Set(blocks.joined()).count == 80_000)
    #expect(!blocks.joined().contains(0))
  }
}

private func definition(_ number: Int) -> KeyDefinition {
  KeyDefinition(
    name: "tests.growth.\(number)", kind: .int64, isSecret: number % 3 == 0,
    defaultBox: .make(number, kind: .int64))
}

/// Whether a slot's descriptor is the one of a definition.
private func isWhole(slot: Int, number: Int) -> Bool {
  guard let descriptor = KeyRegistry.descriptor(of: UInt32(slot))?.pointee,
    let value = descriptor.defaultBox?._withUnsafeGuaranteedRef({ $0.value(as: Int.self) })
  else { return false }
  return value == number && descriptor.kind == .int64 && descriptor.isSecret == (number % 3 == 0)
    && descriptor.nameText == "tests.growth.\(number)"
}

private func slot<Key: PyxisConfigurationKey>(of key: Key.Type) -> UInt32 {
  KeyRegistry.slot(of: key)
}
