// Counts what the Swift interface costs: counts-swift

import Counting
import Dispatch
import PyxisRuntime

enum NumberKey: PyxisConfigurationKey {
  static let defaultValue: Int = -1
}

enum TextKey: PyxisConfigurationKey {
  static let defaultValue: String = ""
}

extension PyxisConfiguration {
  var number: Int { self[NumberKey.self] }
}

/// Counts an operation, which the closure repeats.
func countWork(_ operation: String, _ work: (UInt64) -> Void) {
  withoutActuallyEscaping(work) { work in
    var work = work
    withUnsafeMutablePointer(to: &work) { pointer in
      counting_count(
        operation,
        { context, count in
          context?.assumingMemoryBound(to: ((UInt64) -> Void).self).pointee(count)
        }, pointer)
    }
  }
}

/// Makes the compiler make a value, whatever it is.
@inline(never)
func keep<Value>(_ value: borrowing Value) {}

/// Counts reads and scopes where it is called.
struct Operations {
  /// Stands before the operations' names.
  let prefix: String

  @Pyxis(NumberKey.self) private var number: Int
  @Pyxis(TextKey.self) private var text: String
  @Pyxis(\.number) private var numberByKeyPath: Int

  init(prefix: String) {
    self.prefix = prefix
  }

  func count() {
    countOverride("override.outermost")
    withPyxis {
      $0[NumberKey.self] = 42
      $0[TextKey.self] = "exactly twenty bytes"
    } operation: {
      count("read.int") { for _ in 0..<$0 { keep(number) } }
      count("read.string") { for _ in 0..<$0 { keep(text) } }
      count("read.keypath") { for _ in 0..<$0 { keep(numberByKeyPath) } }
      count("read.snapshot") { for _ in 0..<$0 { keep(pyxisConfiguration[NumberKey.self]) } }
      count("capture") { for _ in 0..<$0 { keep(pyxisConfiguration) } }
      countOverride("override")
    }
  }

  private func countOverride(_ operation: String) {
    count(operation) { count in
      for index in 0..<Int(count) {
        withPyxis {
          $0[NumberKey.self] = index
        } operation: {
          keep(index)
        }
      }
    }
  }

  private func count(_ operation: String, _ work: (UInt64) -> Void) {
    countWork("\(prefix).\(operation)", work)
  }
}

Operations(prefix: "swift").count()
let done = DispatchSemaphore(value: 0)
Task.detached {
  Operations(prefix: "swift.task").count()
  done.signal()
}
done.wait()
