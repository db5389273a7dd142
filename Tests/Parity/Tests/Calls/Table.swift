import CParityTable

/// The functions of pyxis.h that the suite calls, from the C table.
enum Table {
  /// A parameter, as the header spells it.
  struct Parameter: Hashable, Sendable {
    let name: String
    let type: String
    let kind: FFIKind
  }

  /// A function, as the header spells it.
  struct Function: @unchecked Sendable {  // The address is a constant of the process.
    let name: String
    let result: String
    let resultKind: FFIKind
    let address: @convention(c) () -> Void
    let parameters: [Parameter]
  }

  /// Every function, in the header's order.
  static let functions: [Function] = {
    var functions: [Function] = []
    var row = parity_functions()
    while let current = row, let name = current.pointee.name {
      functions.append(Function(name: String(cString: name), row: current.pointee))
      row = current + 1
    }
    return functions
  }()

  /// The function of a name.
  static func function(named name: String) -> Function? {
    byName[name]
  }

  private static let byName: [String: Function] = Dictionary(
    uniqueKeysWithValues: functions.map { ($0.name, $0) })
}

extension Table.Function {
  fileprivate init(name: String, row: parity_function) {
    var parameters: [Table.Parameter] = []
    var next = row.parameters
    while let current = next, let name = current.pointee.name {
      parameters.append(
        Table.Parameter(
          name: String(cString: name), type: String(cString: current.pointee.type),
          kind: FFIKind(tableValue: current.pointee.kind)))
      next = current + 1
    }
    self.init(
      name: name, result: String(cString: row.result),
      resultKind: FFIKind(tableValue: row.result_kind), address: row.address,
      parameters: parameters)
  }
}
