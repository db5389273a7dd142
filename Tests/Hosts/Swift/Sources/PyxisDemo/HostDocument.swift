/// What a host prints about itself, as far as the tables show it.
struct HostDocument: Decodable {
  /// A place in the host's work, with the entries that it read there.
  struct Step: Decodable, Hashable {
    let name: String
    let entries: [String: Value]
  }

  /// The value of an entry.
  enum Value: Decodable, Hashable, CustomStringConvertible {
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(Int64.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var description: String {
      switch self {
      case .boolean(let value): "\(value)"
      case .integer(let value): "\(value)"
      case .number(let value): "\(value)"
      case .text(let value): value
      }
    }
  }

  let steps: [Step]

  /// The value of an entry at a step; `nil` if the host printed none.
  func value(of entry: String, step: Int) -> String? {
    steps.indices.contains(step) ? steps[step].entries[entry]?.description : nil
  }
}
