/// Writes one JSON text, without white space, in the order in which it is told to.
package struct JSONWriter {
  /// The UTF-8 of what was written.
  package private(set) var bytes: [UInt8] = []

  /// Whether the next key or element comes after another one.
  private var needsComma: Bool = false

  /// Makes a writer of an empty text.
  package init() {}

  /// What was written.
  ///
  /// - Complexity: O(length of the text).
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Opens an object.
  package mutating func beginObject() {
    separate()
    bytes.append(ASCII.openBrace)
    needsComma = false
  }

  /// Closes the innermost object.
  package mutating func endObject() {
    bytes.append(ASCII.closeBrace)
    needsComma = true
  }

  /// Opens an array, or begins the next element of one with it.
  package mutating func beginArray() {
    separate()
    bytes.append(ASCII.openBracket)
    needsComma = false
  }

  /// Closes the innermost array.
  package mutating func endArray() {
    bytes.append(ASCII.closeBracket)
    needsComma = true
  }

  /// Puts a comma before what is not the first of its object or array.
  private mutating func separate() {
    if needsComma { bytes.append(ASCII.comma) }
  }

  /// Writes a key; its value has to be written next.
  package mutating func key(_ key: String) {
    separate()
    quote(key)
    bytes.append(ASCII.colon)
    needsComma = false
  }

  /// Writes a string value.
  package mutating func string(_ value: String) {
    quote(value)
    needsComma = true
  }

  /// Writes a value that is JSON already, such as a number or `true`.
  package mutating func literal(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  /// Writes an integer value.
  package mutating func integer(_ value: Int64) {
    bytes.append(contentsOf: String(value).utf8)
    needsComma = true
  }

  /// Writes a string in quotes, escaping what JSON requires to be escaped and nothing else.
  private mutating func quote(_ string: String) {
    bytes.append(ASCII.quote)
    string.withBytes { content in
      var start = 0
      while true {
        let end = ByteScan.plainRun(in: content, from: start).end
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: content[start..<end]))
        guard end < content.count else { return }
        escape(content[end])
        start = end &+ 1
      }
    }
    bytes.append(ASCII.quote)
  }

  /// Writes the escape of a quote, a backslash or a control character.
  private mutating func escape(_ byte: UInt8) {
    bytes.append(ASCII.backslash)
    switch byte {
    case ASCII.backspace: bytes.append(UInt8(ascii: "b"))
    case ASCII.formFeed: bytes.append(UInt8(ascii: "f"))
    case ASCII.lineFeed: bytes.append(UInt8(ascii: "n"))
    case ASCII.carriageReturn: bytes.append(UInt8(ascii: "r"))
    case ASCII.tab: bytes.append(UInt8(ascii: "t"))
    case ASCII.quote, ASCII.backslash: bytes.append(byte)
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(ASCII.hexadecimalDigit(byte &>> 4))
      bytes.append(ASCII.hexadecimalDigit(byte & 0xF))
    }
  }
}
