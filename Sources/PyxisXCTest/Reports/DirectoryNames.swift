import Foundation

/// The name of a file in a directory: bytes, which need not be UTF-8.
struct FileName: Sendable {
  private let bytes: ContiguousArray<CChar>

  /// Takes a text without a NUL.
  init(_ text: String) {
    bytes = ContiguousArray(text.utf8CString)
  }

  /// Takes bytes with a NUL at their end.
  fileprivate init(_ bytes: some Sequence<CChar>) {
    self.bytes = ContiguousArray(bytes)
  }

  /// The name as text, with U+FFFD in place of what is not UTF-8.
  var text: String {
    String(decoding: bytes.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Calls a closure with the name as C passes it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { bytes in
      // There is a NUL at least.
      guard let start = bytes.baseAddress else { return "".withCString(body) }
      return body(start)
    }
  }
}

/// The names in a directory, one after the other, without `.` and `..`.
struct DirectoryNames: ~Copyable {
  #if canImport(Darwin)
    private typealias Stream = UnsafeMutablePointer<DIR>
  #else
    private typealias Stream = OpaquePointer
  #endif

  private let stream: Stream

  /// Opens a directory; `nil` with an `errno` if it cannot be read.
  init?(of directory: borrowing Descriptor) {
    let number = openat(directory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    guard let stream = fdopendir(number) else {
      close(number)
      return nil
    }
    self.stream = stream
  }

  deinit {
    closedir(stream)
  }

  /// The next name, in no particular order; `nil` after the last one.
  func next() -> FileName? {
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        FileName(name.bindMemory(to: CChar.self).prefix { $0 != 0 } + [0])
      }
      if name.text != ".", name.text != ".." { return name }
    }
    return nil
  }
}
