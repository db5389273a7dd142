/// The functions of pyxis.h by name: `abi.pyxis_get_bool(key, value)` calls that one.
@dynamicMemberLookup
struct ABI: Sendable {
  subscript(dynamicMember name: String) -> FFIFunction {
    guard let entry = Table.function(named: name) else {
      preconditionFailure("the table has no function \(name)")
    }
    return FFIFunction(entry: entry)
  }
}

/// The C ABI that is linked into this process.
let abi = ABI()
