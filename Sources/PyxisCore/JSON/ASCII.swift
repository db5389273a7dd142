/// The ASCII bytes that the grammar of JSON is made of.
package enum ASCII {
  package static let quote: UInt8 = 0x22
  package static let backslash: UInt8 = 0x5C
  package static let slash: UInt8 = 0x2F
  package static let openBrace: UInt8 = 0x7B
  package static let closeBrace: UInt8 = 0x7D
  package static let openBracket: UInt8 = 0x5B
  package static let closeBracket: UInt8 = 0x5D
  package static let comma: UInt8 = 0x2C
  package static let colon: UInt8 = 0x3A
  package static let minus: UInt8 = 0x2D
  package static let plus: UInt8 = 0x2B
  package static let dot: UInt8 = 0x2E
  package static let space: UInt8 = 0x20
  package static let tab: UInt8 = 0x09
  package static let lineFeed: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let backspace: UInt8 = 0x08
  package static let formFeed: UInt8 = 0x0C
  package static let zero: UInt8 = 0x30
  package static let nine: UInt8 = 0x39

  /// Whether a byte is one of the digits `0` to `9`.
  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- zero <= 9
  }

  /// The value of a hexadecimal digit, or `nil` for any other byte.
  @inline(__always)
  package static func hexadecimalValue(of byte: UInt8) -> UInt32? {
    switch byte {
    case zero...nine: UInt32(byte &- zero)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// The digit for a value below 16.
  package static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? zero &+ value : UInt8(ascii: "a") &+ (value &- 10)
  }
}
