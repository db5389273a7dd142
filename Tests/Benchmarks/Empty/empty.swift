// A library that does nothing and has the whole Swift runtime inside: what a library in Swift costs
// before its first line. It uses the same parts of the runtime as libpyxis.

import Synchronization

private enum Local {
  @TaskLocal static var value: String = "empty"
}

private let answer: Mutex<Int> = Mutex(42)

/// Returns 42.
@c(empty_answer)
public func emptyAnswer() -> Int32 {
  Int32(answer.withLock { $0 } + (Local.value.utf8.count - 5))
}
