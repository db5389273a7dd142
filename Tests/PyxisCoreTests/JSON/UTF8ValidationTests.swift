import PyxisCore
import Testing

/// Texts of every length are looked at in steps of several bytes.
@Suite("UTF-8 validation")
struct UTF8ValidationTests {
  @Test("Whatever the length, the first ill-formed sequence is found where it is")
  func everyPlace() {
    for length in 1...50 {
      let ascii = [UInt8](repeating: 0x61, count: length)
      #expect(firstInvalid(ascii) == nil)
      for place in 0..<length {
        // A byte of no text, a sequence that is cut off, and the rest of one without its start.
        for byte in [0xFF, 0xF0, 0x80] as [UInt8] {
          var bytes = ascii
          bytes[place] = byte
          #expect(firstInvalid(bytes) == place)
          bytes[length - 1] = 0xFF
          #expect(firstInvalid(bytes) == place)
        }
      }
    }
  }

  @Test("Whatever the length, well-formed sequences are passed over")
  func wellFormed() {
    for character in ["é", "€", "😀"] {
      for before in 0...20 {
        for after in 0...20 {
          let text = String(repeating: "a", count: before) + character
          let bytes = Array((text + String(repeating: "b", count: after)).utf8)
          #expect(firstInvalid(bytes) == nil)
          #expect(firstInvalid(bytes + [0xC3]) == bytes.count)
        }
      }
    }
  }

  private func firstInvalid(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { UTF8Validation.firstInvalid(in: $0) }
  }
}
