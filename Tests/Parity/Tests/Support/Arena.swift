/// Memory that lives as long as this object.
final class Arena {
  private var memory: [UnsafeMutableRawPointer] = []
  private var objects: [AnyObject] = []

  deinit {
    for block in memory { block.deallocate() }
  }

  func keep<Object: AnyObject>(_ object: Object) -> Object {
    objects.append(object)
    return object
  }

  /// Zeroed memory.
  func bytes(_ count: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(count, 8), alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: max(count, 8))
    memory.append(block)
    return block
  }

  /// A value's first bytes, or the value and a tail after it.
  func bytes<Value>(_ count: Int, of value: Value, tail: UInt8) -> UnsafeMutableRawPointer {
    let block = bytes(count)
    let known = MemoryLayout<Value>.size
    withUnsafeBytes(of: value) {
      UnsafeMutableRawBufferPointer(start: block, count: min(count, known)).copyBytes(
        from: $0.prefix(count))
    }
    for offset in known..<max(count, known) {
      block.storeBytes(of: tail, toByteOffset: offset, as: UInt8.self)
    }
    return block
  }

  func array<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let block = bytes(elements.count * MemoryLayout<Element>.stride)
      .assumingMemoryBound(to: Element.self)
    for (index, element) in elements.enumerated() { block[index] = element }
    return block
  }

  /// Bytes and a NUL after them.
  func text(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
    array(bytes.map { CChar(bitPattern: $0) } + [0])
  }
}
