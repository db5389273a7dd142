import PyxisShims

/// The system's text for an `errno`, such as `No such file or directory`.
func systemErrorText(_ code: Int32) -> String {
  String(unsafeUninitializedCapacity: 256) { buffer in
    buffer.withMemoryRebound(to: CChar.self) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      pyxis_shims_error_text(code, start, buffer.count)
      return pyxis_shims_length(start)
    }
  }
}
