import CPyxis
import PyxisCore
import Synchronization
import Testing

/// Something that C code owns, and how often it was destroyed.
final class Service: Sendable {
  private let count = Atomic(0)
  private let body: @Sendable () -> Void
  private let address = nextAddress.add(16, ordering: .relaxed).newValue
  private static let nextAddress = Atomic<UInt>(0x6000_0000)

  init(_ body: @escaping @Sendable () -> Void = {}) {
    self.body = body
  }

  var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }

  var destroyCount: Int { count.load(ordering: .sequentiallyConsistent) }

  /// The service as Swift passes it.
  var capability: PyxisCapability {
    PyxisCapability(pointer) { [self] _ in destroy() }
  }

  /// Sets the service as C passes it.
  func set(_ configuration: (any FFIArgument)?, _ key: pyxis_key) -> Status {
    let destroy = FFICallback(parameters: 1) { arguments in
      #expect(arguments == [self.address])
      self.destroy()
    }
    // A configuration may outlive this object, and calls it then.
    destroy.keepForever()
    return abi.pyxis_configuration_set_capability(configuration, key, pointer, destroy)
  }

  private func destroy() {
    count.add(1, ordering: .sequentiallyConsistent)
    body()
  }
}
