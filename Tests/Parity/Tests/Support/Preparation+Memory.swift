import CPyxis
import CParityTable
import Testing

extension Preparation {
  /// The options in C, with the layout that is asked for.
  func optionsMemory(in arena: Arena) -> UnsafeMutableRawPointer {
    var options = parity_prepare_options_init().load(as: pyxis_prepare_options.self)
    options.flags = flags
    let entries = rawEnvironment ?? environment.map { $0.map { Array($0.utf8) } }
    options.environment = entries.map { entries in
      UnsafePointer(arena.array(entries.map { UnsafePointer<CChar>?(arena.text($0)) } + [nil]))
    }
    options.adapters = adapters.isEmpty ? nil : adaptersMemory(in: arena)
    options.adapter_count = adapterCount ?? adapters.count
    options.configure_user_data = UnsafeMutableRawPointer(bitPattern: Self.userData)
    options.configure_destroy = configureDestroy?.pointer(as: pyxis_destroy_function.self)
    if let configure {
      let callback = FFICallback(result: .int32, parameters: 2) { arguments in
        #expect(arguments[1] == Self.userData)
        return configure(OpaquePointer(bitPattern: arguments[0]))
      }
      options.configure = arena.keep(callback).pointer(as: pyxis_configure_function.self)
    }
    let memory = arena.bytes(optionsLayout.size, of: options, tail: optionsLayout.tail)
    memory.storeBytes(of: UInt32(optionsLayout.size), as: UInt32.self)
    return memory
  }

  /// The adapters in C, one after the other.
  func adaptersMemory(in arena: Arena) -> UnsafePointer<pyxis_adapter> {
    let stride = adapterLayout.size
    let memory = arena.bytes(stride * adapters.count + MemoryLayout<pyxis_adapter>.size)
    for (index, adapter) in adapters.enumerated() {
      var copy = parity_adapter_init().load(as: pyxis_adapter.self)
      copy.flags = adapter.flags
      let key = adapter.rawKey ?? adapter.key.map { Array($0.utf8) }
      copy.key = key.map { UnsafePointer(arena.text($0)) }
      copy.apply = adapter.apply?.pointer(as: pyxis_adapter_function.self)
      copy.user_data = UnsafeMutableRawPointer(bitPattern: Self.userData + UInt(index) + 1)
      copy.destroy = adapter.destroy?.pointer(as: pyxis_destroy_function.self)
      let element = arena.bytes(stride, of: copy, tail: adapterLayout.tail)
      element.storeBytes(of: UInt32(stride), as: UInt32.self)
      (memory + index * stride).copyMemory(from: element, byteCount: stride)
    }
    return UnsafePointer(memory.assumingMemoryBound(to: pyxis_adapter.self))
  }
}
