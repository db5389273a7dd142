import PyxisShims
import Testing

@testable import PyxisCore

/// Tables that grow while threads read them without a lock.
@Suite("Key tables that grow", .generousTimeLimit)
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

  @Test("R5: whoever finds a Swift key that another thread adds just now finds its own entry")
  func types() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let keys = numberedKeys(digits: 12)
      let sought = Counter(-1)
      let finder = try TestThread {
        try keys.map { key in
          sought.add()
          var (slot, looks) = (knownSlot(of: key), 0)
          while slot == KeyRegistry.noSlot {
            looks += 1
            if looks % 1_000 == 0 { try spin { knownSlot(of: key) != KeyRegistry.noSlot } }
            slot = knownSlot(of: key)
          }
          return slot
        }
      }
      let added = try keys.enumerated().map { number, key in
        try spin { sought.value >= number }
        return slot(of: key)
      }
      #expect(try finder.result() == added)
      #expect(Set(added).count == keys.count)
    }
  }

  @Test("Scopes that threads open at once have identities of their own")
  func identities() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let count: UInt64 = isThreadSanitized ? 100_000 : 4_000_000
      let first = pyxis_shims_take_scope_block()
      let size = pyxis_shims_take_scope_block() - first
      _ = try onNewThreads(2) { _ in
        for _ in 0..<count { _ = pyxis_shims_take_scope_block() }
      }
      // Had two calls got the same block, fewer would be gone now.
      #expect(pyxis_shims_take_scope_block() == first + size * (2 + 2 * count))
    }
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

private func knownSlot<Key: PyxisConfigurationKey>(of key: Key.Type) -> UInt32 {
  KeyRegistry.knownSlot(of: ObjectIdentifier(key))
}
