/// What the contracts between processes require of the keys of a request and of a report.
enum KeyRules {
  /// What is wrong with one key, as a clause, or `nil` where nothing is.
  static func fault(of key: String) -> String? {
    if key.isEmpty { return "a key is empty" }
    let hasNUL = key.withBytes { bytes in bytes.contains(0) }
    return hasNUL ? "the key \(key.quoted()) has a NUL" : nil
  }

  /// Finds the first key that a text with these keys must not have.
  ///
  /// - Parameter keys: Keys with different bytes.
  /// - Returns: The key and what is wrong with it: it is empty, has a NUL, or is canonically
  ///   equivalent to one before.
  /// - Complexity: O(total length) on average.
  static func firstFault(in keys: some Collection<String>) -> (key: String, reason: String)? {
    var areAllASCII = true
    for key in keys {
      // One look at each key is enough for nearly all of them.
      let (isPlain, isASCII) = key.withBytes { bytes in
        let run = ByteScan.plainRun(in: bytes, from: 0)
        return (run.end == bytes.count && !bytes.isEmpty, run.isASCII)
      }
      if !isPlain, let reason = fault(of: key) { return (key, reason) }
      areAllASCII = areAllASCII && isPlain && isASCII
    }
    // Different ASCII keys are never canonically equivalent.
    if areAllASCII { return nil }
    var known = CanonicalStringSet()
    for key in keys where !known.insert(key) {
      return (key, "the key \(key.quoted()) is canonically equivalent to another key")
    }
    return nil
  }
}
