import PyxisShims

/// Finds out whether the process uses the library twice: each copy has keys and scopes of its own.
package enum OtherCopies {
  /// Reports, at the first key or preparation of this copy, a copy that was used already.
  package static func reportOnce() {
    var path = [CChar](repeating: 0, count: 512)
    let isSecond = path.withUnsafeMutableBufferPointer { path in
      path.baseAddress.map { pyxis_shims_use_copy($0, path.count) } ?? false
    }
    guard isSecond else { return }
    let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    PyxisDiagnostics.report(
      "Two copies of the library are used in this process, and neither sees the other's "
        + "configuration; the other one is in \(String(decoding: bytes, as: UTF8.self)).")
  }
}
