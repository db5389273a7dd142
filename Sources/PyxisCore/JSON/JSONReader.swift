/// Reads one JSON text strictly, from its first byte to its last, without building a tree.
///
/// The caller asks for what it expects, member by member:
///
/// ```swift
/// var reader = JSONReader(bytes)
/// try reader.beginDocument()
/// var object = try reader.beginObject()
/// while let key = try reader.nextKey(in: &object) {
///   if reader.isEqual(key, "name") {
///     name = reader.text(of: try reader.readString())
///   } else {
///     try reader.skipValue()
///   }
/// }
/// try reader.endDocument()
/// ```
///
/// After each key exactly one value has to be read or skipped. What is skipped is checked as
/// strictly as what is read: the grammar, UTF-8, surrogates, depth and duplicate keys.
///
/// The reader borrows the bytes; they have to outlive it. It never traps, whatever they are.
package struct JSONReader {
  /// The deepest nesting of objects and arrays that is read.
  package static let maximumDepth: Int = 64

  /// The text.
  let bytes: UnsafeRawBufferPointer

  /// The offset of the next byte to read.
  package internal(set) var position: Int = 0

  /// How many objects and arrays are open.
  var depth: Int = 0

  /// The keys of all open objects, so that they share one buffer.
  var openKeys: [ByteSpan] = []

  /// Makes a reader at the start of a text.
  ///
  /// - Parameter bytes: The text, which has to outlive the reader.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// Refuses a text that is empty or starts with a byte order mark.
  ///
  /// - Throws: `JSONError` at the first byte that is wrong.
  package mutating func beginDocument() throws(JSONError) {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONError("the text starts with a byte order mark", at: 0)
    }
    skipWhitespace()
    guard position < bytes.count else {
      throw JSONError("the text is empty", at: position)
    }
  }

  /// Refuses anything but white space after the value of the document.
  ///
  /// - Throws: `JSONError` at the first byte of what follows.
  package mutating func endDocument() throws(JSONError) {
    skipWhitespace()
    guard position == bytes.count else {
      throw JSONError("there is more text after the end of the document", at: position)
    }
  }

  /// Moves past white space.
  @inline(__always)
  mutating func skipWhitespace() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte > ASCII.space { return }
      guard
        byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
          || byte == ASCII.tab
      else { return }
      position &+= 1
    }
  }

  /// Whether the next byte is a certain one.
  @inline(__always)
  func isAt(_ byte: UInt8) -> Bool {
    position < bytes.count && bytes[position] == byte
  }

  /// Makes the error for a byte, or an end of text, where something else is expected.
  @inline(never)
  func expected(_ what: String) -> JSONError {
    position < bytes.count
      ? JSONError("\(what) is expected", at: position)
      : JSONError("the text ends where \(what) is expected", at: position)
  }

  /// Counts one more open object or array.
  ///
  /// - Throws: `JSONError` where the nesting is deeper than `maximumDepth`.
  @inline(__always)
  mutating func descend() throws(JSONError) {
    guard depth < Self.maximumDepth else {
      throw JSONError("the nesting is deeper than \(Self.maximumDepth) levels", at: position)
    }
    depth &+= 1
  }
}
