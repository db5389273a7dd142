import Foundation

/// A table of text, with columns as wide as what stands in them.
struct Table {
  private let title: String
  private var rows: [[String]]

  init(_ title: String, _ columns: [String]) {
    self.title = title
    rows = [columns]
  }

  /// Adds a row with a cell for each column.
  ///
  /// What hosts wrote is shown without controls, which could move the cursor.
  mutating func add(_ cells: [String]) {
    rows.append(cells.map { String($0.map { $0.isControl ? "·" : $0 }) })
  }

  /// The title, the columns' names, a line and the rows.
  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths).map { Style.of($0) + String(repeating: " ", count: $1 - $0.width) }
        .joined(separator: "  ")
    }
    lines.insert(widths.map { String(repeating: "─", count: $0) }.joined(separator: "  "), at: 1)
    return title + "\n" + lines.map { "  " + $0.trimmingEnd }.joined(separator: "\n")
  }
}

extension Character {
  /// Whether the character is no part of a line of text.
  fileprivate var isControl: Bool {
    unicodeScalars.contains {
      [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
  }

  /// How many columns a terminal gives the character.
  fileprivate var width: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    let isWide =
      scalar.properties.isEmojiPresentation || (0x1100...0x115F).contains(scalar.value)
      || (0x2E80...0xD7A3).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
    return isWide ? 2 : 1
  }
}

extension String {
  /// How many columns a terminal gives the text.
  fileprivate var width: Int { reduce(0) { $0 + $1.width } }

  /// The text without spaces at its end.
  fileprivate var trimmingEnd: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}

/// Colors for a person at a terminal, and none for anybody else.
enum Style {
  private static let isOn =
    isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

  private static let colors = [
    "applied": 32, "observed": 36, "unsupported": 33, "unverified": 35,
  ]

  /// A cell, with the color of its status if it is one.
  static func of(_ cell: String) -> String {
    guard isOn, let color = colors[cell] else { return cell }
    return "\u{1B}[\(color)m\(cell)\u{1B}[0m"
  }
}
