import PyxisCore
import Testing

@Suite("Keys: many of them")
struct KeyRegistryTests {
  @Test("R5: keys that threads use first at once have one entry each")
  func firstUses() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let slots = try onNewThreads(8) { number in
        // Each thread begins somewhere else, so that all meet.
        let keys = numberedKeys(digits: 10)
        let start = number * keys.count / 8
        let slots = (keys[start...] + keys[..<start]).map { slot(of: $0) }
        return Array(slots[(keys.count - start)...] + slots[..<(keys.count - start)])
      }
      #expect(Set(slots).count == 1)
      #expect(Set(slots.joined()).count == 1024)
    }
  }

  @Test("R5: a thousand keys keep their entries apart")
  func apart() {
    let keys = numberedKeys(digits: 10)
    var configuration = PyxisConfiguration()
    for (number, key) in keys.enumerated() where number % 3 != 0 {
      configuration[number: key] = -number
    }
    for (number, key) in keys.enumerated() {
      #expect(configuration[number: key] == (number % 3 == 0 ? number : -number))
    }
  }

  @Test("R5: threads that define one name at once get one key, or the conflict")
  func definedAtOnce() throws {
    for round in 0..<50 {
      let outcomes = try onNewThreads(4) { number in
        let definition = KeyDefinition(
          name: "tests.registry.raced.\(round)", kind: .int64, isSecret: false,
          defaultBox: .make(number % 2, kind: .int64))
        return Result { try KeyRegistry.define(definition) }
      }
      let slots = outcomes.map { try? $0.get() }
      let winners = slots[0] == nil ? [slots[1], slots[3]] : [slots[0], slots[2]]
      let losers = slots[0] == nil ? [slots[0], slots[2]] : [slots[1], slots[3]]
      #expect(winners[0] != nil && winners[0] == winners[1])
      #expect(losers == [nil, nil])
      #expect(KeyRegistry.find(name: "tests.registry.raced.\(round)") == winners[0])
    }
  }

  @Test("R5: beyond the last key there are no more: an error, and a key that reads as its default")
  func limit() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline(5 * deadline)
      let messages = Messages()
      func definition(_ number: Int) -> KeyDefinition {
        KeyDefinition(name: "\(number)", kind: .bool, isSecret: false, defaultBox: nil)
      }
      #expect(throws: Never.self) {
        for number in KeyRegistry.count..<KeyRegistry.limit {
          _ = try KeyRegistry.define(definition(number))
        }
      }
      let last = KeyRegistry.limit
      #expect(throws: PyxisKeyError.limitReached) { try KeyRegistry.define(definition(last)) }
      #expect(throws: PyxisKeyError.limitReached) { try NumberedKey<One<Leading>>.register() }
      #expect(messages.all == [])
      var configuration = PyxisConfiguration()
      configuration[NumberedKey<One<Leading>>.self] = 5
      withPyxis(configuration) {
        #expect(pyxisConfiguration[NumberedKey<One<Leading>>.self] == 1)
        #expect(Pyxis(NumberedKey<One<Leading>>.self).wrappedValue == 1)
      }
      #expect(messages.all.count == 1)
    }
  }
}

private func slot<Key: PyxisConfigurationKey>(of key: Key.Type) -> UInt32 {
  KeyRegistry.slot(of: key)
}
