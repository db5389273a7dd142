/// Calls a closure with texts as C passes them: an array of NUL-terminated strings, ended by NULL.
func withCStrings<Result>(
  _ texts: [[UInt8]],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let size = texts.reduce(0) { $0 + $1.count + 1 }
  return withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(size, 1)) { characters in
    withUnsafeTemporaryAllocation(
      of: UnsafeMutablePointer<CChar>?.self, capacity: texts.count + 1
    ) { pointers in
      var next = characters.startIndex
      for (position, text) in texts.enumerated() {
        pointers.initializeElement(
          at: position, to: characters.baseAddress.map { $0 + next })
        text.withUnsafeBytes {
          UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(characters)[next...]
          )
          .copyMemory(from: $0)
        }
        characters.initializeElement(at: next + text.count, to: 0)
        next += text.count + 1
      }
      pointers.initializeElement(at: texts.count, to: nil)
      // There is room for one element at least.
      guard let start = pointers.baseAddress else { return withUnsafePointer(to: nil, body) }
      return body(UnsafePointer(start))
    }
  }
}

/// Calls a closure with a C string, or with NULL for no text.
func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return text.withCString(body)
}
