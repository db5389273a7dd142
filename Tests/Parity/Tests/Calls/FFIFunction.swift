import CFFI
import Testing

/// A function of pyxis.h, called through libffi.
struct FFIFunction: Sendable {
  let entry: Table.Function

  /// Calls a function that returns a status.
  ///
  /// Each call is noted in the ledger, and checked for what the header promises of every call:
  /// unless it succeeds its out-parameters are zero, and it makes an error object if, and only if,
  /// it fails.
  @discardableResult
  func callAsFunction(
    _ arguments: (any FFIArgument)?..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Status {
    call(arguments, sourceLocation: sourceLocation)
  }

  /// Calls a function that returns a status with a list of arguments.
  func call(
    _ arguments: [(any FFIArgument)?], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Status {
    precondition(entry.result == "pyxis_status", "\(entry.name) returns no status")
    let status = Status(rawValue: Int32(truncatingIfNeeded: invoke(arguments)))
    Ledger.shared.note(entry.name, status)
    for case let out as any OutParameter in arguments {
      out.check(after: status, of: entry, sourceLocation: sourceLocation)
    }
    return status
  }

  /// Calls a function that returns a number.
  func number(_ arguments: (any FFIArgument)?...) -> Int {
    defer { Ledger.shared.note(entry.name, nil) }
    let word = invoke(arguments)
    return entry.resultKind == .int32 ? Int(Int32(truncatingIfNeeded: word)) : Int(word)
  }

  /// Calls a function that returns an address, or NULL.
  func address(_ arguments: (any FFIArgument)?...) -> UInt {
    defer { Ledger.shared.note(entry.name, nil) }
    return UInt(invoke(arguments))
  }

  /// Calls a function that returns a string, or NULL.
  func string(_ arguments: (any FFIArgument)?...) -> String? {
    defer { Ledger.shared.note(entry.name, nil) }
    return UnsafePointer<CChar>(bitPattern: UInt(invoke(arguments))).map(String.init(cString:))
  }

  private func invoke(_ arguments: [(any FFIArgument)?]) -> UInt64 {
    let words = arguments.flatMap { $0?.words ?? [.pointer(0)] }
    precondition(
      words.count == entry.parameters.count,
      "\(entry.name) takes \(entry.parameters.count) arguments, not \(words.count)")
    var storage = zip(words, entry.parameters).map { word, parameter in
      guard let bits = word.bits(as: parameter.kind) else {
        preconditionFailure("\(entry.name) takes \(parameter.type) as \(parameter.name)")
      }
      return bits
    }
    let interface = FFIInterface(
      result: entry.resultKind, parameters: entry.parameters.map(\.kind))
    var result: UInt64 = 0
    storage.withUnsafeMutableBufferPointer { storage in
      var addresses: [UnsafeMutableRawPointer?] = storage.indices.map { index in
        storage.baseAddress.map { UnsafeMutableRawPointer($0 + index) }
      }
      ffi_call(interface.cif, entry.address, &result, &addresses)
    }
    withExtendedLifetime((interface, words, arguments)) {}
    return result
  }
}
