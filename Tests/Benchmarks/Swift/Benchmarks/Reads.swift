import Measuring
import PyxisRuntime

/// Reads of one entry in a scope, beside reads of a bare task-local that is bound.
struct Reads {
  @Pyxis(NumberKey.self) private var number: Int
  @Pyxis(TextKey.self) private var text: String
  @Pyxis(\.number) private var numberByKeyPath: Int

  private func readNumber(_ count: UInt64) {
    for _ in 0..<count { keep(number) }
  }

  private func readText(_ count: UInt64) {
    for _ in 0..<count { keep(text) }
  }

  private func readByKeyPath(_ count: UInt64) {
    for _ in 0..<count { keep(numberByKeyPath) }
  }

  private func readSnapshot(_ count: UInt64) {
    for _ in 0..<count { keep(pyxisConfiguration[NumberKey.self]) }
  }

  private func readUnset(_ count: UInt64) {
    for _ in 0..<count { keep(pyxisConfiguration[UnsetKey.self]) }
  }

  private func readTaskLocal(_ count: UInt64) {
    for _ in 0..<count { keep(Locals.number) }
  }

  private func readLockedDictionary(_ count: UInt64) {
    for _ in 0..<count {
      keep(DictionaryConfiguration.shared.withLock { $0[NumberKey.self] })
    }
  }

  private func check() {
    require(number == numberValue && numberByKeyPath == numberValue, "a reader reads the scope")
    require(text == textValue, "a reader reads a string of the scope")
    require(pyxisConfiguration[NumberKey.self] == numberValue, "a snapshot reads the scope")
    require(pyxisConfiguration[UnsetKey.self] == UnsetKey.defaultValue, "a default is read")
    require(Locals.number == numberValue, "a task-local is bound")
    require(
      DictionaryConfiguration.shared.withLock { $0[NumberKey.self] } == numberValue,
      "a dictionary reads as set")
  }

  private func inScope(_ operation: () -> Void) {
    withPyxis(PyxisConfiguration.withEntries(10)) {
      Locals.$number.withValue(numberValue, operation: operation)
    }
  }

  /// The rows that are measured outside of tasks.
  func measureOutsideTasks() {
    inScope {
      check()
      compare("swift.read.int", subject: readNumber, reference: readTaskLocal)
      compare("swift.read.string", subject: readText, reference: readTaskLocal)
      compare("swift.read.keypath", subject: readByKeyPath, reference: readNumber)
      compare("swift.read.dictionary", subject: readNumber, reference: readLockedDictionary)
      Bindings.aroundTen(check)
      compare(
        "swift.read.behind.int",
        subject: { count in Bindings.aroundTen { readNumber(count) } }, reference: readNumber)
      compare(
        "swift.read.behind.string",
        subject: { count in Bindings.aroundTen { readText(count) } }, reference: readText)
    }
  }

  /// The rows that are measured inside a task.
  func measureInTask() {
    inScope {
      check()
      compare("swift.task.read.int", subject: readNumber, reference: readTaskLocal)
      compare("swift.task.read.snapshot", subject: readSnapshot, reference: readTaskLocal)
      compare("swift.task.read.unset", subject: readUnset, reference: readTaskLocal)
    }
  }
}
