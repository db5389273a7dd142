import Foundation

/// What pyxis.h declares, as clang reads it.
struct Header: Sendable {
  /// A function's declaration and what its comment promises.
  struct Function: Sendable {
    let name: String
    let result: String
    let parameters: [Parameter]
    let comment: String
  }

  /// A parameter's name and type.
  struct Parameter: Sendable {
    let name: String
    let type: String
  }

  /// A name for a type, what it stands for, and its comment.
  struct TypeName: Sendable {
    let name: String
    let meaning: String
    let comment: String
  }

  let functions: [Function]
  let types: [TypeName]

  /// The integer constants (`#define`) with their values.
  let constants: [String: Int64]

  /// The header, read once.
  static func read() throws -> Header {
    try shared.get()
  }

  private static let shared = Result { try Header() }

  private init() throws {
    let tree = try JSONDecoder().decode(
      SyntaxNode.self,
      from: Clang.run(
        ["-Xclang", "-ast-dump=json", "-fsyntax-only", "-x", "c", SourceFolders.header], input: ""))
    functions = tree.children("FunctionDecl").compactMap(Function.init)
    types = tree.children("TypedefDecl").compactMap { node in
      guard let name = node.name, name.hasPrefix("pyxis_"), let type = node.type else { return nil }
      return TypeName(name: name, meaning: type.qualType, comment: node.comment)
    }
    constants = try Self.readConstants()
  }

  /// The function of a name.
  func function(named name: String) -> Function? {
    functions.first { $0.name == name }
  }
}

extension Header.Function {
  fileprivate init?(_ node: SyntaxNode) {
    guard let name = node.name, name.hasPrefix("pyxis_"), let type = node.type?.qualType else {
      return nil
    }
    self.name = name
    result = type.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces)
    parameters = node.children("ParmVarDecl").map { parameter in
      Header.Parameter(name: parameter.name ?? "", type: parameter.type?.qualType ?? "")
    }
    comment = node.comment
  }
}

extension Header {
  /// Lets the compiler evaluate each macro that is not a brace initialiser.
  private static func readConstants() throws -> [String: Int64] {
    let macros = try Clang.run(["-dM", "-E", "-x", "c", SourceFolders.header], input: "")
    let names = String(decoding: macros, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[1].hasPrefix("PYXIS_"), !words[2].hasPrefix("{") else {
        return String?.none
      }
      return String(words[1])
    }
    let program =
      "#include \"\(SourceFolders.header)\"\n"
      + names.map { "const int64_t value_\($0) = (int64_t)(\($0));\n" }.joined()
    let code = try Clang.run(["-S", "-emit-llvm", "-o", "-", "-x", "c", "-"], input: program)
    var constants: [String: Int64] = [:]
    for line in String(decoding: code, as: UTF8.self).split(separator: "\n") {
      guard let match = line.wholeMatch(of: /@value_(\w+) = .*constant i64 (-?\d+),.*/) else {
        continue
      }
      constants[String(match.1)] = Int64(match.2)
    }
    return constants
  }
}
