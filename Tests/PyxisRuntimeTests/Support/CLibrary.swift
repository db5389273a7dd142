import CPyxis
import Testing

// What tests say often to the C functions, in Swift's words.

/// Defines an integer key, or finds it.
func defineInteger(_ name: String, default defaultValue: Int64 = 0) -> pyxis_key {
  var key: pyxis_key = 0
  let status = pyxis_key_define_int64(
    name, PYXIS_ZERO_TERMINATED, defaultValue, 0, &key, nil)
  return status == PYXIS_OK ? key : 0
}

/// Reads the integer that is in force.
func effectiveInteger(_ key: pyxis_key) -> Int64? {
  var value: Int64 = 0
  return pyxis_get_int64(key, &value) == PYXIS_OK ? value : nil
}

/// Reads an integer of a configuration.
func integer(_ key: pyxis_key, of configuration: OpaquePointer?) -> Int64? {
  var value: Int64 = 0
  return pyxis_configuration_get_int64(configuration, key, &value) == PYXIS_OK ? value : nil
}

/// Captures what is in force, with one integer set in it; the caller releases it.
func captured(setting key: pyxis_key, to value: Int64) -> OpaquePointer? {
  var configuration: OpaquePointer?
  guard pyxis_configuration_capture(&configuration) == PYXIS_OK,
    pyxis_configuration_set_int64(configuration, key, value) == PYXIS_OK
  else { return nil }
  return configuration
}

/// A scope that C opened, as the number that its handle is.
typealias OpenScope = UInt

/// Opens a scope with one integer overridden; the caller closes it.
func openScope(setting key: pyxis_key, to value: Int64) -> OpenScope {
  let configuration = captured(setting: key, to: value)
  defer { pyxis_configuration_release(configuration) }
  var scope: OpaquePointer?
  pyxis_scope_open(configuration, &scope)
  return OpenScope(bitPattern: scope)
}

/// Closes a scope.
func close(_ scope: OpenScope) -> pyxis_status {
  pyxis_scope_close(OpaquePointer(bitPattern: scope))
}

/// Runs some work in a scope of C's with one integer overridden.
func runScope(
  setting key: pyxis_key, to value: Int64, _ work: () -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let configuration = captured(setting: key, to: value)
  defer { pyxis_configuration_release(configuration) }
  withoutActuallyEscaping(work) { work in
    var operation = work
    let status = withUnsafeMutablePointer(to: &operation) { operation in
      pyxis_scope_run(
        configuration, { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, operation)
    }
    #expect(status == PYXIS_OK, sourceLocation: sourceLocation)
  }
}

/// A service that C code holds as a pointer, and whose end runs something.
final class Service: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }

  /// Sets a service as a capability; the configuration takes it over.
  static func set(
    _ key: pyxis_key, of configuration: OpaquePointer?, end: @escaping @Sendable () -> Void
  ) -> pyxis_status {
    pyxis_configuration_set_capability(
      configuration, key, Unmanaged.passRetained(Service(end)).toOpaque(),
      { service in
        if let service { Unmanaged<Service>.fromOpaque(service).release() }
      })
  }
}
