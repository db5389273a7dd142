/// What the header's comments promise of one function.
struct Promises {
  /// The statuses that the comment, or one that it refers to, says the function returns.
  let statuses: Set<String>

  /// The pointers that the comments call optional.
  let optionalParameters: Set<String>

  /// The pointers that the comments call required.
  let requiredParameters: Set<String>

  /// Whether the comments say on which threads the function may be called, and since when.
  let namesThread: Bool
  let namesVersion: Bool

  init(of function: Header.Function, in header: Header) {
    let text = Self.comments(of: function, in: header).joined(separator: " ")
    namesThread = text.contains("Thread: ")
    namesVersion = text.contains("Since: ")
    optionalParameters = Self.parameters(
      in: text, /((?:`\w+`(?:, )?)+)(?:: optional| \(optional\)|: each optional)/)
    requiredParameters = Self.parameters(
      in: text, /((?:`\w+`(?:, )?)+)(?: is required|: required|: each required)/)
    let sentences = text.replacing(". ", with: ".\n").split(separator: "\n")
    statuses = Set(
      sentences.filter { $0.contains("eturns ") }.flatMap { sentence in
        sentence.matches(of: /PYXIS_\w+/).map { String($0.output) }
      }.filter { header.statuses.contains($0) })
  }

  /// A function's comment, and those of the functions that it says to see.
  private static func comments(of function: Header.Function, in header: Header) -> [String] {
    var comments: [String] = []
    var seen: Set<String> = []
    var next = [function]
    while let function = next.popLast() {
      guard seen.insert(function.name).inserted else { continue }
      comments.append(function.comment)
      next += function.comment.matches(of: /see (pyxis_\w+)\(\)/).compactMap { match in
        header.function(named: String(match.1))
      }
    }
    return comments
  }

  private static func parameters(
    in text: String, _ pattern: Regex<(Substring, Substring)>
  ) -> Set<String> {
    Set(
      text.matches(of: pattern).flatMap { match in
        match.1.matches(of: /\w+/).map { String($0.output) }
      })
  }
}

extension Header {
  /// The names of the constants that are statuses.
  var statuses: Set<String> {
    Set(constants.keys.filter(Self.isStatus))
  }

  private static func isStatus(_ name: String) -> Bool {
    name == "PYXIS_OK"
      || ["PYXIS_ERROR_", "PYXIS_NO_", "PYXIS_NOT_"].contains { name.hasPrefix($0) }
  }
}
