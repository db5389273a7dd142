import Foundation
import Testing

/// The table, the header and its promises agree.
@Suite("The header", .generousTimeLimit)
struct HeaderTests {
  @Test("the table has exactly the header's functions, with its types")
  func tableIsComplete() throws {
    let header = try Header.read()
    #expect(Table.functions.map(\.name) == header.functions.map(\.name))
    for function in header.functions {
      let row = try #require(Table.function(named: function.name))
      #expect(row.result == function.result, "\(function.name)")
      #expect(row.parameters.map(\.name) == function.parameters.map(\.name), "\(function.name)")
      #expect(row.parameters.map(\.type) == function.parameters.map(\.type), "\(function.name)")
    }
  }

  @Test("no signature has a C bool, a long, an enum or a struct by value")
  func typesHaveFixedSizes() throws {
    let header = try Header.read()
    for function in header.functions {
      for type in [function.result] + function.parameters.map(\.type) {
        #expect(header.isPortable(type), "\(function.name) has a \(type)")
      }
    }
  }

  @Test("every function says on which threads it may be called, and since when")
  func functionsNameThreadAndVersion() throws {
    let header = try Header.read()
    for function in header.functions {
      let promises = Promises(of: function, in: header)
      #expect(promises.namesThread, "\(function.name)")
      #expect(promises.namesVersion, "\(function.name)")
    }
  }

  @Test("every type says since when it is there")
  func typesNameVersion() throws {
    for type in try Header.read().types {
      #expect(type.comment.contains("Since: "), "\(type.name)")
    }
  }

  @Test("every pointer is said to be required or optional")
  func pointersAreDescribed() throws {
    let header = try Header.read()
    for function in header.functions {
      let promises = Promises(of: function, in: header)
      let described = promises.optionalParameters.union(promises.requiredParameters)
        .union(ArgumentPlan.describedOtherwise)
      for parameter in try ArgumentPlan(function.name).pointers {
        #expect(described.contains(parameter.name), "\(function.name): \(parameter.name)")
      }
    }
  }

  @Test("every constant has the value that it has for ever")
  func constantsAreFixed() throws {
    let golden = try String(contentsOf: SourceFolders.constants, encoding: .utf8)
    let values = try Header.read().constants.map { "\($0.key) = \($0.value)" }.sorted()
    #expect(golden.split(separator: "\n").map(String.init) == values)
  }

  @Test("no two statuses have the same value")
  func statusesDiffer() throws {
    let header = try Header.read()
    let values = header.statuses.compactMap { header.constants[$0] }
    #expect(Set(values).count == values.count)
  }
}

extension Header {
  /// Whether a type has the same size and meaning for every compiler and every language.
  fileprivate func isPortable(_ type: String) -> Bool {
    if type.hasSuffix("*") { return isPortable(pointee: String(type.dropLast())) }
    let fixed: Set = ["void", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t", "double"]
    if fixed.contains(type) { return true }
    guard let name = types.first(where: { $0.name == type }) else { return false }
    return name.meaning.contains("(*)(") || isPortable(name.meaning)
  }

  private func isPortable(pointee: String) -> Bool {
    let type = pointee.split(separator: " ").filter { $0 != "const" && $0 != "struct" }
      .joined(separator: " ").replacing("*const", with: "*")
    if ["char", "uint8_t"].contains(type) || isPortable(type) { return true }
    return types.contains { $0.name == type && $0.meaning.hasPrefix("struct ") }
  }
}
