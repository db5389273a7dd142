import CPyxis

/// See `pyxis.h`.
@c(pyxis_version) @implementation
public func pyxis_version() -> Int32 {
  (PYXIS_VERSION_MAJOR * 1_000 + PYXIS_VERSION_MINOR) * 1_000 + PYXIS_VERSION_PATCH
}

/// See `pyxis.h`.
@c(pyxis_version_string) @implementation
public func pyxis_version_string() -> UnsafePointer<CChar>? { cText(libraryVersion) }

private let libraryVersion: StaticString = "0.1.0"

/// The text of a static string, which lives for ever.
func cText(_ text: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
