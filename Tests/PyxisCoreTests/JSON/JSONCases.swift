import Foundation
import PyxisCore
import Testing

/// One entry of `payloads.json` or `reports.json`.
struct JSONCase: Decodable, Sendable, CustomTestStringConvertible {
  /// What a decoder has to make of the text.
  enum Expectation: String, Decodable {
    case ok, unsupported, malformed, invalid
  }

  /// A text that is too long to be written out.
  struct Repetition: Decodable {
    let prefix: String
    let unit: String
    let count: Int
    let suffix: String
  }

  /// The result of one variant, as a report's case expects it.
  struct Result: Decodable {
    let status: String
    let value: String?
    let reason: String?
  }

  let name: String
  let text: String?
  let base64: String?
  let `repeat`: Repetition?
  let expect: Expectation
  let version: Int64?
  let requested: [String: String]?
  let variants: [String: Result]?
  let key: String?

  var testDescription: String { name }

  /// The bytes to decode.
  var bytes: [UInt8] {
    if let text { return Array(text.utf8) }
    if let base64 { return Array(Data(base64Encoded: base64) ?? Data()) }
    guard let part = self.repeat else { return [] }
    return Array(
      (part.prefix + String(repeating: part.unit, count: part.count) + part.suffix).utf8)
  }

  /// The cases of one file.
  static func all(_ file: String) -> [JSONCase] {
    let folder = Bundle.module.resourceURL?.appendingPathComponent("Cases")
    guard
      let url = folder?.appendingPathComponent(file),
      let cases = try? JSONDecoder().decode([JSONCase].self, from: Data(contentsOf: url))
    else {
      Issue.record("\(file) cannot be read")
      return []
    }
    return cases
  }
}

/// What a decoder makes of a text.
enum Decoded<Value: Equatable>: Equatable {
  case value(Value)
  case failed(PyxisBootstrapError)

  /// The kind of the outcome, in the words of the case files.
  var expectation: JSONCase.Expectation {
    switch self {
    case .value: .ok
    case .failed(.unsupportedVersion): .unsupported
    case .failed(.invalidReport): .invalid
    case .failed: .malformed
    }
  }

  /// What was decoded.
  var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// The byte that is wrong.
  var offset: Int? {
    if case .failed(let error) = self { error.offset } else { nil }
  }

  /// What is wrong.
  var reason: String? {
    if case .failed(let error) = self { error.reason } else { nil }
  }
}

extension Decoded<PyxisVariants> {
  /// Decodes a launch payload.
  init(payload bytes: [UInt8]) {
    do throws(PyxisBootstrapError) {
      self = .value(try PyxisVariants(decoding: bytes))
    } catch {
      self = .failed(error)
    }
  }

  /// Decodes a launch payload.
  init(payload text: String) {
    self.init(payload: Array(text.utf8))
  }
}

extension Decoded<PyxisBootstrapReport> {
  /// Decodes a report.
  init(report bytes: [UInt8]) {
    do throws(PyxisBootstrapError) {
      self = .value(try PyxisBootstrapReport(decoding: bytes))
    } catch {
      self = .failed(error)
    }
  }

  /// Decodes a report.
  init(report text: String) {
    self.init(report: Array(text.utf8))
  }
}

/// Random numbers that are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// The UTF-8 bytes of a string, to compare without canonical equivalence.
func utf8(_ string: String?) -> [UInt8]? {
  string.map { Array($0.utf8) }
}
