import CPyxis
import Testing

/// The arguments of a function: what each of them is, and a valid value for it.
struct ArgumentPlan {
  /// What an argument is. Texts and bytes are one argument here, of a pointer and a length.
  enum Role: Equatable {
    case handle(Handle.Kind)
    case key
    case text
    case bytes
    case flags
    case number
    case out
    case ownedOut(Handle.Kind)
    case error
    case buffer
    case function
    case structure
    case userData
  }

  struct Argument: Equatable {
    let name: String
    let type: String
    let role: Role
  }

  let function: Table.Function
  let arguments: [Argument]

  init(_ name: String) throws {
    let function = try #require(Table.function(named: name))
    self.function = function
    arguments = zip([nil] + function.parameters, function.parameters).compactMap { before, next in
      let isLength = before.map { [.text, .bytes].contains(Self.role(of: $0)) } ?? false
      return isLength ? nil : Argument(name: next.name, type: next.type, role: Self.role(of: next))
    }
  }

  private static func role(of parameter: Table.Parameter) -> Role {
    let type =
      parameter.type.hasPrefix("const ") ? parameter.type.dropFirst(6) : parameter.type[...]
    if let kind = Handle.Kind.allCases.first(where: { $0.type == type }) { return .handle(kind) }
    if let kind = Handle.Kind.allCases.first(where: { $0.type + "*" == type }) {
      return kind == .error ? .error : .ownedOut(kind)
    }
    switch parameter.type {
    case "pyxis_key": return .key
    case "const char *": return .text
    case "const uint8_t *": return .bytes
    case "char *", "uint8_t *": return .buffer
    case "void *": return .userData
    case let type where type.hasSuffix("_function"): return .function
    case let type where type.hasPrefix("const "): return .structure
    case let type where type.hasSuffix("*"): return .out
    default: return parameter.name == "flags" ? .flags : .number
    }
  }

  /// The arguments that are pointers to something of the caller's.
  var pointers: [Argument] {
    arguments.filter { argument in
      switch argument.role {
      case .out, .ownedOut, .error, .buffer, .function, .structure: true
      case .handle, .key, .text, .bytes, .flags, .number, .userData: false
      }
    }
  }

  /// The pointers that must not be NULL, by what the header says of each.
  func requiredPointers(in header: Header) throws -> [Argument] {
    let declaration = try #require(header.function(named: function.name))
    let optional = Promises(of: declaration, in: header).optionalParameters
    return pointers.filter { pointer in
      !optional.contains(pointer.name) && !["handler", "adapters"].contains(pointer.name)
    }
  }

  /// Pointers of which the header says in more words when they may be NULL.
  static let describedOtherwise: Set<String> = ["handler", "buffer", "adapters"]

  /// Whether NULL stands for something as a handle: the effective configuration, or the report that
  /// the process was prepared with.
  func mayBeNull(_ argument: Argument) -> Bool {
    [("pyxis_apply", "configuration"), ("pyxis_report_publish", "report")].contains {
      $0 == (function.name, argument.name)
    }
  }

  /// The type that the function wants keys to have, if it wants one.
  var keyType: String? {
    Fixtures.keyTypes.first {
      function.name.hasSuffix("_\($0)") && !function.name.hasPrefix("pyxis_key_define")
    }
  }
}
