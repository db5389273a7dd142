/// Strings, of which canonically equivalent ones count as one.
///
/// `String ==` and the hash that belongs to it compare by canonical equivalence, with two limits:
/// they take quadratic time for a long run of combining marks that are out of order, and they do
/// not put the marks that U+0F73, U+0F75 and U+0F81 are made of in order with their neighbours.
/// Here the marks are put in order first, which changes nothing about what a string is equivalent
/// to.
struct CanonicalStringSet: Sendable {
  /// The strings, with their marks in order.
  private var strings: Set<String> = []

  /// Adds a string.
  ///
  /// - Returns: `false` where an equivalent one is there.
  /// - Complexity: O(length) on average, and O(*m* log *m*) for a run of *m* marks.
  mutating func insert(_ string: String) -> Bool {
    let isASCII = string.withBytes { bytes in bytes.allSatisfy { $0 < 0x80 } }
    return strings.insert(isASCII ? string : Self.canonicallyOrdered(string)).inserted
  }

  /// Puts each run of combining marks in the order of their combining classes.
  private static func canonicallyOrdered(_ string: String) -> String {
    var writer = MarkWriter()
    for scalar in string.unicodeScalars {
      // These three are made of marks without being marks, and are the only ones: the stability
      // policy of Unicode keeps it so.
      switch scalar {
      case "\u{0F73}": writer.write("\u{0F71}", "\u{0F72}")
      case "\u{0F75}": writer.write("\u{0F71}", "\u{0F74}")
      case "\u{0F81}": writer.write("\u{0F71}", "\u{0F80}")
      default: writer.write(scalar)
      }
    }
    writer.flush()
    return writer.text
  }
}

/// Writes a string, and holds each run of combining marks back until its end is known.
private struct MarkWriter {
  /// A mark that is held back.
  private struct Mark {
    let combiningClass: UInt8
    let position: Int
    let scalar: Unicode.Scalar
  }

  /// What was written.
  private(set) var text: String = ""

  /// The marks that are held back.
  private var marks: [Mark] = []

  mutating func write(_ scalars: Unicode.Scalar...) {
    for scalar in scalars { write(scalar) }
  }

  mutating func write(_ scalar: Unicode.Scalar) {
    let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
    if combiningClass == 0 {
      flush()
      text.unicodeScalars.append(scalar)
    } else {
      marks.append(Mark(combiningClass: combiningClass, position: marks.count, scalar: scalar))
    }
  }

  /// Writes the marks that are held back.
  mutating func flush() {
    guard !marks.isEmpty else { return }
    // Marks of one class stay in their order, which means something.
    marks.sort { ($0.combiningClass, $0.position) < ($1.combiningClass, $1.position) }
    for mark in marks { text.unicodeScalars.append(mark.scalar) }
    marks.removeAll(keepingCapacity: true)
  }
}
