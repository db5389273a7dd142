import Measuring
import PyxisRuntime

/// Scopes that override one entry.
struct Overrides {
  private func override(_ count: UInt64) {
    for index in 0..<Int(count) {
      withPyxis {
        $0[NumberKey.self] = index
      } operation: {
        keep(index)
      }
    }
  }

  private func bindTaskLocal(_ count: UInt64) {
    for index in 0..<Int(count) {
      Locals.$number.withValue(index) { keep(index) }
    }
  }

  private func bindChangedDictionary(_ count: UInt64) {
    for index in 0..<Int(count) {
      var configuration = Locals.dictionary
      configuration[NumberKey.self] = index
      Locals.$dictionary.withValue(configuration) { keep(index) }
    }
  }

  private func overrideFive(_ count: UInt64) {
    for index in 0..<Int(count) {
      withPyxis {
        $0[NumberKey.self] = index
        $0[NumberedKey<Digit0>.self] = index
        $0[NumberedKey<Digit1>.self] = index
        $0[NumberedKey<Digit2>.self] = index
        $0[NumberedKey<Digit3>.self] = index
      } operation: {
        keep(index)
      }
    }
  }

  private func bindFiveInDictionary(_ count: UInt64) {
    for index in 0..<Int(count) {
      var configuration = Locals.dictionary
      configuration[NumberKey.self] = index
      configuration[NumberedKey<Digit0>.self] = index
      configuration[NumberedKey<Digit1>.self] = index
      configuration[NumberedKey<Digit2>.self] = index
      configuration[NumberedKey<Digit3>.self] = index
      Locals.$dictionary.withValue(configuration) { keep(index) }
    }
  }

  private func check() {
    require(pyxisConfiguration.number == numberValue, "the scope around is in force")
    withPyxis {
      $0[NumberKey.self] = 7
    } operation: {
      require(pyxisConfiguration.number == 7, "an override is in force inside")
      require(pyxisConfiguration[TextKey.self] == textValue, "it changes nothing else")
    }
    require(pyxisConfiguration.number == numberValue, "an override ends")
  }

  private func inScope(entries count: Int, _ operation: () -> Void) {
    withPyxis(PyxisConfiguration.withEntries(count), operation: operation)
  }

  /// The rows that are measured outside of tasks.
  func measureOutsideTasks() {
    compare("swift.override.outermost", subject: override, reference: bindTaskLocal)
    inScope(entries: 10) {
      check()
      compare("swift.override.outside", subject: override, reference: bindTaskLocal)
      Locals.$dictionary.withValue(.withTenEntries()) {
        compare("swift.override.dictionary", subject: override, reference: bindChangedDictionary)
        compare("swift.override.five", subject: overrideFive, reference: bindFiveInDictionary)
      }
    }
    measureSizes()
  }

  /// The rows that are measured inside a task.
  func measureInTask() {
    compare("swift.override.task.outermost", subject: override, reference: bindTaskLocal)
    inScope(entries: 10) {
      check()
      compare("swift.override.task", subject: override, reference: bindTaskLocal)
    }
  }

  // MARK: - The size of the configuration

  private func capture(_ count: UInt64) {
    var captured = PyxisConfiguration()
    for _ in 0..<count {
      captured = pyxisConfiguration
      keep(captured)
    }
  }

  private func measureSizes() {
    guard measuring_wants("swift.override.size") || measuring_wants("swift.capture.size") else {
      return
    }
    let few = PyxisConfiguration.withEntries(10), many = PyxisConfiguration.withEntries(10_000)
    withPyxis(many, operation: check)
    compare(
      "swift.override.size",
      subject: { count in withPyxis(many) { override(count) } },
      reference: { count in withPyxis(few) { override(count) } })
    compare(
      "swift.capture.size",
      subject: { count in withPyxis(many) { capture(count) } },
      reference: { count in withPyxis(few) { capture(count) } })
  }
}

/// The same on two threads at once.
struct ThreadOverrides {
  private func override(_ count: UInt64) {
    for index in 0..<Int(count) {
      withPyxis {
        $0[NumberKey.self] = index
      } operation: {
        keep(index)
      }
    }
  }

  /// - Parameter row: Says what the scopes are opened from.
  func measure(_ row: String) {
    compareThreads(row) { count in override(count) }
  }
}
