import PyxisShims

/// Where the library says what no call could return, such as a key collision (R5).
public enum PyxisDiagnostics {
  /// Takes one message; it may run on any thread.
  public typealias Handler = @Sendable (_ message: String) -> Void

  // Guarded by the diagnostics lock.
  nonisolated(unsafe) private static var handler: Handler?

  /// Sets the handler; nil restores the default, which writes a line to standard error.
  public static func setHandler(_ handler: Handler?) {
    pyxis_shims_acquire(.diagnostics)
    let replaced = Self.handler
    Self.handler = handler
    pyxis_shims_release(.diagnostics)
    // Whatever the replaced handler owns ends here, outside the lock (R11).
    _ = consume replaced
  }

  /// Reports a message to the handler. The caller holds no lock (R11).
  package static func report(_ message: String) {
    pyxis_shims_acquire(.diagnostics)
    let handler = Self.handler
    pyxis_shims_release(.diagnostics)
    guard let handler else {
      var line = "pyxis: \(message)\n"
      line.withUTF8 { pyxis_shims_write_error($0.baseAddress, $0.count) }
      return
    }
    handler(message)
  }
}
