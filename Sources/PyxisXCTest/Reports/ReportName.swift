import Foundation

/// The name of a published report: `pyxis-<pid>-<sequence>-<16 random hex>.json`.
///
/// The numbers in it decide only what is read first. What counts is in the file.
struct ReportName {
  let file: FileName
  let text: String
  private let processIdentifier: Int32?
  private let sequence: Int?

  /// Takes a file's name; `nil` if it is no report's.
  init?(_ file: FileName) {
    text = file.text
    guard text.hasPrefix("pyxis-"), text.hasSuffix(".json") else { return nil }
    self.file = file
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    processIdentifier = parts.count == 4 ? Int32(Substring(parts[1])) : nil
    sequence = parts.count == 4 ? Int(Substring(parts[2])) : nil
  }

  /// The place in the order of reading: first the launched process, then the others; the newest
  /// reports first.
  func rank(_ launched: Int32) -> (Int, Int32, Int, String) {
    (
      processIdentifier == launched ? 0 : 1, processIdentifier ?? .max,
      sequence.map { -$0 } ?? .max, text
    )
  }
}

extension Descriptor {
  /// Reads a file from its start.
  ///
  /// - Parameter count: How many bytes at most.
  func read(count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let result = uninterrupted { [filled] in
          pread(number, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(filled))
        }
        switch result {
        case .success(0): return
        case .success(let read): filled += read
        case .failure(let error):
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
