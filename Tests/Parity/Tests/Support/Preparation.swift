import CPyxis
import PyxisCore
import Testing

/// One call of pyxis_prepare(), with everything that its options point to.
final class Preparation {
  /// An adapter as C code passes it.
  struct Adapter {
    var key: String?
    /// The key's bytes, if they are no text.
    var rawKey: [UInt8]?
    var flags: UInt32 = 0
    var apply: FFICallback?
    /// What destroys the adapter's user data; each adapter has user data of its own.
    var destroy: FFICallback?

    /// An adapter of a key. `apply` gets the key, the value and the result's handle.
    init(
      _ key: String, destroy: FFICallback? = nil,
      _ apply:
        @escaping @Sendable (_ key: String, _ value: String, _ result: OpaquePointer?) -> Void
    ) {
      self.key = key
      self.destroy = destroy
      self.apply = FFICallback(parameters: 4) { arguments in
        guard let key = pyxis_string.string(at: arguments[0]),
          let value = pyxis_string.string(at: arguments[1])
        else {
          Issue.record("an adapter got no key or no value")
          return
        }
        apply(key, value, OpaquePointer(bitPattern: arguments[2]))
      }
    }

    /// An adapter that applies whatever is requested.
    static func applying(_ key: String, destroy: FFICallback? = nil) -> Adapter {
      Adapter(key, destroy: destroy) { _, value, result in
        #expect(abi.pyxis_result_set(result, PYXIS_VARIANT_APPLIED, value, nil, 0) == .ok)
      }
    }
  }

  /// How a struct is passed: its size, and bytes after what this library knows of it.
  struct Layout {
    var size: Int
    var tail: UInt8 = 0
  }

  /// `NAME=VALUE` strings; nil for the process environment.
  var environment: [String]?
  /// Environment entries of any bytes, which take the place of `environment`.
  var rawEnvironment: [[UInt8]]?
  var adapters: [Adapter] = []
  /// How many adapters there are said to be, if it is not the number of `adapters`.
  var adapterCount: Int?
  /// Gets the staged configuration's handle; nil for no configure function.
  var configure: (@Sendable (OpaquePointer?) -> Int32)?
  var configureDestroy: FFICallback?
  /// The test library's main actor is not the main thread everywhere.
  var flags: UInt32 = PYXIS_PREPARE_ANY_THREAD
  var optionsLayout = Layout(size: MemoryLayout<pyxis_prepare_options>.size)
  var adapterLayout = Layout(size: MemoryLayout<pyxis_adapter>.size)

  init(
    requesting variants: KeyValuePairs<String, String>, adapters: [Adapter] = [],
    configure: (@Sendable (OpaquePointer?) -> Int32)? = nil
  ) {
    environment = ["PATH=/nowhere", payload(variants), "PYXIS_BOOTSTRAPPED=no"]
    self.adapters = adapters
    self.configure = configure
  }

  init(environment: [String]?) {
    self.environment = environment
  }

  /// User data of configure; that of the adapter at a position is this plus the position plus 1.
  static let userData: UInt = 0x7000_0000

  /// Prepares on the calling thread.
  func run(
    report: Out<OpaquePointer?>? = nil, error: ErrorOut? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Status {
    let arena = Arena()
    let options = optionsMemory(in: arena)
    let status = abi.pyxis_prepare(options, report, error, sourceLocation: sourceLocation)
    withExtendedLifetime((arena, self)) {}
    return status
  }

  /// Prepares, which has to succeed, and returns the report.
  func succeed(sourceLocation: SourceLocation = #_sourceLocation) throws -> PyxisBootstrapReport {
    try Handle(.report, sourceLocation: sourceLocation) {
      run(report: $0, sourceLocation: sourceLocation)
    }.report()
  }
}

/// The environment entry of a launch payload.
func payload(_ variants: KeyValuePairs<String, String>) -> String {
  let requested = PyxisVariants(variants.map { PyxisVariant(key: $0.key, value: $0.value) })
  return "PYXIS_BOOTSTRAP=" + ((try? requested.encoded()) ?? "")
}
