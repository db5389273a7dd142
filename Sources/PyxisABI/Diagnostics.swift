import CPyxis
import PyxisCore

/// See `pyxis.h`.
@c(pyxis_diagnostic_set_handler) @implementation
public func pyxis_diagnostic_set_handler(
  _ handler: pyxis_diagnostic_function?, _ userData: UnsafeMutableRawPointer?,
  _ destroy: pyxis_destroy_function?
) -> pyxis_status {
  let owned = OwnedUserData(userData, destroy: destroy)
  guard let handler else {
    PyxisDiagnostics.setHandler(nil)
    return PYXIS_OK
  }
  PyxisDiagnostics.setHandler { message in
    let text = StableText(message)
    withExtendedLifetime((text, owned)) {
      withUnsafePointer(to: text.view) { handler($0, owned.pointer) }
    }
  }
  return PYXIS_OK
}
