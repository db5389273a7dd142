import Testing

/// Runs an operation in C's scope, and throws what it throws, which C cannot carry.
func runScope(
  _ configuration: Handle, label: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ operation: () throws -> Void
) throws {
  var result: Result<Void, any Error>?
  let status = withoutActuallyEscaping(operation) { operation in
    let box = OperationBox { result = Result(catching: operation) }
    let callback = FFICallback(parameters: 1) { arguments in
      #expect(arguments == [box.userData], sourceLocation: sourceLocation)
      box.body()
    }
    let userData = UnsafeMutableRawPointer(bitPattern: box.userData)
    if let label {
      return abi.pyxis_scope_run_labeled(
        configuration, label, callback, userData, sourceLocation: sourceLocation)
    }
    return abi.pyxis_scope_run(configuration, callback, userData, sourceLocation: sourceLocation)
  }
  try #require(status == .ok, sourceLocation: sourceLocation)
  try #require(result, "the operation did not run", sourceLocation: sourceLocation).get()
}

/// Work that a callback runs during the call that it was passed to, on the same thread.
private final class OperationBox: @unchecked Sendable {
  let userData: UInt = 0x5A5A_0001
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }
}
