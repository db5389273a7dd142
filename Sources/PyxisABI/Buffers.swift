import CPyxis
import PyxisCore

/// What a `pyxis_buffer` handle refers to.
final class BufferObject: HandleObject {
  static let kind: HandleKind = .buffer
  let text: StableText

  init(_ text: String) {
    self.text = StableText(text)
  }

  fileprivate static func view(_ buffer: OpaquePointer?) -> pyxis_string {
    (try? read(buffer) { $0.text.view }) ?? noString
  }
}

/// See `pyxis.h`.
@c(pyxis_buffer_data) @implementation
public func pyxis_buffer_data(_ buffer: OpaquePointer?) -> UnsafePointer<CChar>? {
  BufferObject.view(buffer).data
}

/// See `pyxis.h`.
@c(pyxis_buffer_size) @implementation
public func pyxis_buffer_size(_ buffer: OpaquePointer?) -> Int {
  BufferObject.view(buffer).length
}

/// See `pyxis.h`.
@c(pyxis_buffer_release) @implementation
public func pyxis_buffer_release(_ buffer: OpaquePointer?) -> pyxis_status {
  BufferObject.release(buffer)
}
