import Foundation
import PyxisCore
import Testing

/// Damaged texts: they are decoded or refused, and nothing traps.
@Suite("JSON robustness")
struct JSONRobustnessTests {
  /// A payload with some of everything.
  private static let payload = #"""
     {"note":[1,-2.5e+3,null,true,{"k":"\u00e9","deep":[[]]}],"version":1,
    "requested":{"color_scheme":"dark","locale":"pl_PL","custom.Ä":"é\ud83e\udded\n\"\\","a":""}}
    """#

  /// A report with some of everything.
  private static let report = #"""
    {"variants":{"a":{"status":"applied","value":"é"},"b":{"status":"unverified","reason":"\u0000",
    "took":[1]},"B":{"status":"observed","value":""}},"schema":{"x":-1e9}}
    """#

  @Test("Every shorter start of a valid text is malformed")
  func truncations() {
    for end in 0..<Self.payload.utf8.count {
      let outcome = Decoded(payload: Array(Self.payload.utf8.prefix(end)))
      #expect(outcome.expectation == .malformed, "\(end)")
      #expect((outcome.offset ?? -1) <= end)
    }
    for end in 0..<Self.report.utf8.count {
      #expect(
        Decoded(report: Array(Self.report.utf8.prefix(end))).expectation == .malformed, "\(end)")
    }
  }

  @Test("No single byte that is changed, removed or added traps or is misread")
  func singleBytes() {
    let payload = Array(Self.payload.utf8)
    let report = Array(Self.report.utf8)
    #expect(Decoded(payload: payload).expectation == .ok)
    #expect(Decoded(report: report).expectation == .ok)
    for value in UInt8.min...UInt8.max {
      for index in payload.indices {
        checkPayload(payload.replacing(index..<(index + 1), with: [value]))
        if value < 0x80 && value % 16 == 2 {
          checkPayload(payload.replacing(index..<index, with: [value]))
        }
      }
      for index in report.indices {
        checkReport(report.replacing(index..<(index + 1), with: [value]))
      }
    }
    for index in payload.indices {
      checkPayload(payload.replacing(index..<(index + 1), with: []))
    }
  }

  @Test("20,000 random mutations are refused, or read as Foundation reads them")
  func mutations() {
    var generator = SeededGenerator(seed: 20_000)
    var accepted = 0
    for round in 0..<20_000 {
      let isPayload = round % 4 != 0
      var bytes = Array((isPayload ? Self.payload : Self.report).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes.mutate(using: &generator)
      }
      accepted += (isPayload ? checkPayload(bytes) : checkReport(bytes)) ? 1 : 0
    }
    // Most mutations change only a string; a decoder that refuses all would go unnoticed.
    #expect(accepted > 1_000)
  }

  @Test("Random bytes are refused")
  func noise() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...64, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      #expect(Decoded(payload: bytes).expectation == .malformed)
      #expect(Decoded(report: bytes).expectation == .malformed)
    }
  }

  /// Decodes a text and, where it is accepted, checks what was read.
  @discardableResult
  private func checkPayload(_ bytes: [UInt8]) -> Bool {
    guard case .value(let variants) = Decoded(payload: bytes) else { return false }
    do {
      #expect(try PyxisVariants(decoding: variants.encoded()) == variants)
      let other = try JSONDecoder().decode(Payload.self, from: Data(bytes))
      #expect(other.version == 1)
      #expect(other.requested.count == variants.count)
      for (key, value) in other.requested {
        #expect(utf8(variants[key]) == utf8(value))
      }
    } catch {
      Issue.record("\(error) for \(String(decoding: bytes, as: UTF8.self))")
    }
    return true
  }

  /// Decodes a text and, where it is accepted, checks what was read.
  @discardableResult
  private func checkReport(_ bytes: [UInt8]) -> Bool {
    guard case .value(let report) = Decoded(report: bytes) else { return false }
    do {
      #expect(try PyxisBootstrapReport(decoding: report.encoded()) == report)
    } catch {
      Issue.record("\(error) for \(String(decoding: bytes, as: UTF8.self))")
    }
    return true
  }

  /// A payload as Foundation reads it.
  private struct Payload: Decodable {
    let version: Int
    let requested: [String: String]
  }
}

extension [UInt8] {
  /// The bytes, with others in the place of some.
  fileprivate func replacing(_ range: Range<Int>, with other: [UInt8]) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(range, with: other)
    return copy
  }

  /// Damages the bytes in one of several ways.
  fileprivate mutating func mutate(using generator: inout SeededGenerator) {
    let tokens = [
      "\"", "\\", "{", "}", "[", "]", ",", ":", "1", "-", ".", "e", "\\u0000", "\\ud83e", "null",
      "\"a\":\"b\"", ",\"a\":1", "é", "\u{301}", " ", "\t", "\"version\":1", "{}", "[]", "\u{FEFF}",
    ]
    let start = Int.random(in: 0...count, using: &generator)
    let end = Swift.min(count, start + Int.random(in: 0...4, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0 where start < count:
      self[start] = UInt8.random(in: .min ... .max, using: &generator)
    case 1 where start < count:
      self[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 2:
      removeSubrange(start..<end)
    case 3:
      insert(contentsOf: self[start..<end], at: Int.random(in: 0...count, using: &generator))
    case 4:
      let token = tokens.randomElement(using: &generator) ?? ""
      replaceSubrange(start..<end, with: Array(token.utf8))
    default:
      let letter = UInt8.random(in: 0x20...0x7E, using: &generator)
      replaceSubrange(start..<end, with: [letter])
    }
  }
}
