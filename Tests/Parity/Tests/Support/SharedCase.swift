import Foundation

/// One case of the lists that every implementation of the contracts decides the same way.
struct SharedCase: Decodable {
  let name: String
  let expect: String

  /// What the case is about, byte by byte.
  let bytes: [UInt8]

  private struct Repetition: Decodable {
    let prefix: String
    let unit: String
    let count: Int
    let suffix: String
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case expect
    case text
    case base64
    case `repeat`
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    expect = try values.decode(String.self, forKey: .expect)
    if let text = try values.decodeIfPresent(String.self, forKey: .text) {
      bytes = Array(text.utf8)
    } else if let data = try values.decodeIfPresent(Data.self, forKey: .base64) {
      bytes = Array(data)
    } else {
      let part = try values.decode(Repetition.self, forKey: .repeat)
      bytes =
        Array((part.prefix + String(repeating: part.unit, count: part.count)).utf8)
        + Array(part.suffix.utf8)
    }
  }

  /// The cases of a list.
  static func all(in name: String) throws -> [SharedCase] {
    try JSONDecoder().decode(
      [SharedCase].self, from: Data(contentsOf: SourceFolders.cases(name)))
  }

  /// The case's bytes, and what becomes of them when they are cut or changed at some places.
  var neighbours: [[UInt8]] {
    guard !bytes.isEmpty, bytes.count < 1000 else { return [bytes] }
    let cut = stride(from: 0, through: bytes.count, by: 7).map { Array(bytes.prefix($0)) }
    let changed = stride(from: 0, to: bytes.count, by: 5).flatMap { position in
      ([0x00, 0x22, 0x7B, 0x2C, 0xC3] as [UInt8]).map { byte in
        var bytes = bytes
        bytes[position] = byte
        return bytes
      }
    }
    return [bytes] + cut + changed
  }
}
