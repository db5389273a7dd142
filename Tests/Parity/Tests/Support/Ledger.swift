import Foundation

/// What the suite saw of every function: which calls succeeded, and which statuses came back.
final class Ledger: @unchecked Sendable {  // Guarded by its lock.
  /// One outcome of a function; the status is nil for a function that returns none.
  struct Entry: Hashable, Sendable {
    let function: String
    let status: Status?
  }

  static let shared = Ledger()

  // Not a `Mutex`: the thread sanitizer does not see that it orders anything.
  private let lock = NSLock()
  private var entries: Set<Entry> = []

  func note(_ function: String, _ status: Status?) {
    _ = lock.withLock { entries.insert(Entry(function: function, status: status)) }
  }

  func contains(_ function: String, _ status: Status?) -> Bool {
    lock.withLock { entries.contains(Entry(function: function, status: status)) }
  }

  /// Whether a function was called at all, with whatever outcome.
  func contains(_ function: String) -> Bool {
    lock.withLock { entries.contains { $0.function == function } }
  }
}

extension Ledger {
  private static let mark = "parity-ledger "

  /// The entries as lines of text, for the parent of a test's child process.
  var lines: String {
    lock.withLock { entries }.map { entry in
      Self.mark + entry.function + " " + (entry.status.map { String($0.rawValue) } ?? "-") + "\n"
    }.joined()
  }

  /// Takes over the entries that a child process wrote.
  func merge(_ output: [UInt8]) {
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      guard line.hasPrefix(Self.mark) else { continue }
      let fields = line.dropFirst(Self.mark.count).split(separator: " ")
      guard fields.count == 2 else { continue }
      note(String(fields[0]), Int32(fields[1]).map(Status.init(rawValue:)))
    }
  }
}
