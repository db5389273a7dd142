import PyxisCore
import Testing

/// The diagnostic handler is the process's, so each test has a process of its own.
@Suite("Keys: collisions at the first use")
struct KeyCollisionTests {
  @Test("R5: a key that collides at its first use reads as an entry of its own, reported once")
  func collision() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let messages = Messages()
      var configuration = PyxisConfiguration()
      configuration[GradeKey.self] = 3
      #expect(configuration[GradeAsTextKey.self] == "low")
      configuration[GradeAsTextKey.self] = "high"
      #expect(configuration[GradeKey.self] == 3)
      #expect(configuration[GradeAsTextKey.self] == "high")
      withPyxis(configuration) {
        #expect(Pyxis(GradeAsTextKey.self).wrappedValue == "high")
        #expect(Pyxis(GradeKey.self).wrappedValue == 3)
      }
      #expect(messages.all.count == 1)
      let message = messages.all.first ?? ""
      #expect(
        message.hasPrefix(
          "The key \"tests.collisions.grade\" is defined already: "
            + "it is of type int64, and here it is defined as string."))
      #expect(message.contains("GradeAsTextKey"))
    }
  }

  @Test("R5: any use is the first: a reader, a read, a change, each with its own key")
  func eachUse() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let messages = Messages()
      #expect(throws: Never.self) { try GradeKey.register() }
      _ = Pyxis(GradeAsTextKey.self)
      #expect(messages.all.count == 1)
      _ = pyxisConfiguration[GradeAsTextKey.self]
      #expect(messages.all.count == 1)
      var configuration = PyxisConfiguration()
      configuration[OtherDefaultKey.self] = 1
      #expect(messages.all.count == 2)
      #expect(configuration[OtherDefaultKey.self] == 1)
      #expect(configuration[GradeKey.self] == 0)
    }
  }

  @Test("R5: registering after a collision at the first use still says what is wrong")
  func registeringLater() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let messages = Messages()
      #expect(throws: Never.self) { try GradeKey.register() }
      #expect(Pyxis(OtherDefaultKey.self).wrappedValue == 9)
      let expected = PyxisKeyError.conflict(
        name: "tests.collisions.grade", reason: "it has another default")
      for _ in 0..<2 {
        #expect(throws: expected) { try OtherDefaultKey.register() }
      }
      #expect(Pyxis(OtherDefaultKey.self).wrappedValue == 9)
      #expect(messages.all.count == 1)
    }
  }

  @Test("R5: a registration that throws is no diagnostic; the use after it is one")
  func registeringFirst() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let messages = Messages()
      #expect(throws: Never.self) { try GradeKey.register() }
      #expect(throws: PyxisKeyError.self) { try OtherDefaultKey.register() }
      #expect(messages.all == [])
      #expect(Pyxis(OtherDefaultKey.self).wrappedValue == 9)
      #expect(messages.all.count == 1)
    }
  }

  @Test("R5: an invalid name is reported once, and the key is an entry of its own")
  func invalidName() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let messages = Messages()
      var configuration = PyxisConfiguration()
      configuration[EmptyNameKey.self] = 2
      #expect(configuration[EmptyNameKey.self] == 2)
      #expect(messages.all.count == 1)
      #expect(throws: PyxisKeyError.self) { try EmptyNameKey.register() }
    }
  }

  @Test("R5: threads that collide at once make one entry and one report")
  func raced() async {
    await #expect(processExitsWith: .success) {
      endProcessAfterDeadline()
      let messages = Messages()
      #expect(throws: Never.self) { try GradeKey.register() }
      let slots = try onNewThreads(8) { _ in
        [
          KeyRegistry.slot(of: GradeAsTextKey.self), KeyRegistry.slot(of: OtherDefaultKey.self),
          KeyRegistry.slot(of: EmptyNameKey.self),
        ]
      }
      #expect(Set(slots).count == 1)
      #expect(Set(slots.joined()).count == 3)
      #expect(messages.all.count == 3)
      #expect(Set(messages.all).count == 3)
    }
  }
}

// MARK: - Keys

private enum GradeKey: PyxisConfigurationKey {
  static var name: String? { "tests.collisions.grade" }
  static var defaultValue: Int { 0 }
}

private enum GradeAsTextKey: PyxisConfigurationKey {
  static var name: String? { "tests.collisions.grade" }
  static var defaultValue: String { "low" }
}

private enum OtherDefaultKey: PyxisConfigurationKey {
  static var name: String? { "tests.collisions.grade" }
  static var defaultValue: Int { 9 }
}

private enum EmptyNameKey: PyxisConfigurationKey {
  static var name: String? { "" }
  static var defaultValue: Int { 1 }
}
