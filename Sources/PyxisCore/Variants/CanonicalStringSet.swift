/// Strings, of which canonically equivalent ones count as one.
///
/// `String ==` and the hash that belongs to it compare by canonical equivalence, but take quadratic
/// time for a long run of combining marks that are out of order. Such runs are put in order first,
/// which changes nothing about what the string is equivalent to.
struct CanonicalStringSet: Sendable {
  /// Up to this length, in bytes, a string is fast in whatever order its marks are.
  private static let shortLength = 64

  /// The strings, with their long runs of marks in order.
  private var strings: Set<String> = []

  /// Adds a string.
  ///
  /// - Returns: `false` where an equivalent one is there.
  /// - Complexity: O(length) on average, and O(*m* log *m*) for a run of *m* marks.
  mutating func insert(_ string: String) -> Bool {
    let isShort = string.utf8.count <= Self.shortLength
    return strings.insert(isShort ? string : Self.canonicallyOrdered(string)).inserted
  }

  /// Puts each run of combining marks in the order of their combining classes.
  private static func canonicallyOrdered(_ string: String) -> String {
    var ordered = String.UnicodeScalarView()
    var marks: [(combiningClass: UInt8, position: Int, scalar: Unicode.Scalar)] = []
    func flush() {
      // Marks of one class stay in their order, which means something.
      marks.sort { ($0.combiningClass, $0.position) < ($1.combiningClass, $1.position) }
      ordered.append(contentsOf: marks.lazy.map(\.scalar))
      marks.removeAll(keepingCapacity: true)
    }
    for scalar in string.unicodeScalars {
      let parts = marksComposed(in: scalar)
      for part in parts {
        let combiningClass = part.properties.canonicalCombiningClass.rawValue
        if combiningClass == 0 {
          flush()
          ordered.append(part)
        } else {
          marks.append((combiningClass, marks.count, part))
        }
      }
    }
    flush()
    return String(ordered)
  }

  /// The marks that the only three characters which are made of marks, but are none, stand for.
  ///
  /// - Returns: The marks, or the scalar itself for any other one. The stability policy of Unicode
  ///   keeps this list as it is.
  private static func marksComposed(in scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar {
    case "\u{0F73}": ["\u{0F71}", "\u{0F72}"]
    case "\u{0F75}": ["\u{0F71}", "\u{0F74}"]
    case "\u{0F81}": ["\u{0F71}", "\u{0F80}"]
    default: [scalar]
    }
  }
}
