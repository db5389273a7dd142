import CPyxis

extension pyxis_string {
  /// The bytes of a view; nil if it is absent.
  var bytes: [UInt8]? {
    data.map { data in
      Array(UnsafeRawBufferPointer(start: data, count: length))
    }
  }

  /// The text of a view; nil if it is absent, is not UTF-8, or has no NUL after it.
  var string: String? {
    guard let bytes, data[length] == 0 else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The text that an argument of a callback points to.
  static func string(at address: UInt) -> String? {
    UnsafePointer<pyxis_string>(bitPattern: address)?.pointee.string
  }
}
