import Foundation

/// A node of clang's syntax tree, as far as the suite reads it.
struct SyntaxNode: Decodable {
  let kind: String?
  let name: String?
  let text: String?
  let type: TypeName?
  let inner: [SyntaxNode]?

  /// How clang spells a type, and what the spelling stands for if it is a name.
  struct TypeName: Decodable {
    let qualType: String
    let desugaredQualType: String?
  }

  /// The children of a kind.
  func children(_ kind: String) -> [SyntaxNode] {
    inner?.filter { $0.kind == kind } ?? []
  }

  /// The documentation comment, without the code in it, as one line.
  var comment: String {
    let text = children("FullComment").flatMap(\.texts).joined(separator: " ")
    let withoutCode = text.split(separator: "```", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
    return withoutCode.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private var texts: [String] {
    (text.map { [$0] } ?? []) + (inner ?? []).flatMap(\.texts)
  }
}
