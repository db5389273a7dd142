import Foundation
import Measuring
import PyxisRuntime

/// Decoding launch payloads.
struct Decoding {
  /// What one writes to decode a payload with Foundation.
  private struct Payload: Decodable {
    let version: Int
    let requested: [String: String]
  }

  /// A payload of about 100 bytes a variant.
  static func payload(variants count: Int) -> [UInt8] {
    var text = #"{"version":1,"requested":{"#
    for index in 0..<count {
      text += """
        \(index == 0 ? "" : ",")"\(key(index))":\
        "the value of variant \(number(index)), which is some sixty bytes long"
        """
    }
    text += "}}"
    return Array(text.utf8)
  }

  /// The key of a variant of the payload.
  static func key(_ index: Int) -> String { "custom.benchmark.variant_\(number(index))" }

  private static func number(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  private func decode(_ payload: [UInt8], _ count: UInt64) {
    for _ in 0..<count { keep(try? PyxisVariants(decoding: payload)) }
  }

  private func check(_ payload: [UInt8], count: Int) {
    let variants = try? PyxisVariants(decoding: payload)
    let key = "custom.benchmark.variant_000007"
    let decoded = try? JSONDecoder().decode(Payload.self, from: Data(payload))
    require(
      variants?.count == count && variants?[key] != nil
        && variants?[key] == decoded?.requested[key] && decoded?.requested.count == count,
      "both decoders agree")
  }

  func measure() {
    guard measuring_wants("swift.decode.foundation") || measuring_wants("swift.decode.size") else {
      return
    }
    let small = Self.payload(variants: 1000), large = Self.payload(variants: 100_000)
    check(small, count: 1000)
    let data = Data(small)
    compare(
      "swift.decode.foundation", subject: { decode(small, $0) },
      reference: { count in
        let decoder = JSONDecoder()
        for _ in 0..<count { keep(try? decoder.decode(Payload.self, from: data)) }
      })
    // Else the large one's memory would go back to the system each time, and cost more than decoding.
    measuring_keep_freed_memory()
    compare(
      "swift.decode.size", subject: { decode(large, $0) }, units: Double(large.count),
      reference: { decode(small, $0) }, units: Double(small.count))
  }
}
