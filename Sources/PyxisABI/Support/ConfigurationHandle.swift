import CPyxis
import PyxisCore

/// What a `pyxis_configuration` handle refers to: a configuration's storage itself, without an
/// object around it. The handle's uses keep changes apart from reads.
enum ConfigurationHandle {
  /// Makes a handle of a configuration.
  ///
  /// - Parameter borrowed: Whether only the library releases it.
  /// - Throws: `PYXIS_ERROR_LIMIT_REACHED`.
  static func make(
    _ value: PyxisConfiguration, borrowed: Bool = false
  ) throws(Failure) -> OpaquePointer? {
    let bits = reference(to: value)
    guard let handle = HandleTable.make(bits, kind: .configuration, borrowed: borrowed) else {
      _ = configuration(of: bits)
      throw .limitReached
    }
    return handle.pointer
  }

  /// Reads a handle's configuration: its storage, borrowed for the time of the call.
  ///
  /// - Returns: What `body` returns, or nil if the handle is invalid.
  @inline(__always)
  static func read<Value>(
    _ pointer: OpaquePointer?, _ body: (Unmanaged<ConfigurationStorage>?) -> Value
  ) -> Value? {
    HandleTable.use(pointer, .configuration, exclusively: false) { bits, _ in
      body(UnsafeRawPointer(bitPattern: bits).map { .fromOpaque($0) })
    }
  }

  /// Retains the storage of a handle's configuration for the caller.
  ///
  /// - Returns: The storage, or nil if the handle is invalid.
  static func retain(_ pointer: OpaquePointer?) -> Unmanaged<ConfigurationStorage>? {
    read(pointer) { $0?.retain() ?? .passRetained(.make()) }
  }

  /// Changes a handle's configuration. What `body` returns is let go of when the use has ended.
  ///
  /// - Throws: `PYXIS_ERROR_INVALID_HANDLE`.
  static func change<Value>(
    _ pointer: OpaquePointer?, _ body: (inout PyxisConfiguration) -> Value
  ) throws(Failure) -> Value {
    let value = HandleTable.use(pointer, .configuration, exclusively: true) { bits, slot in
      var configuration = configuration(of: bits)
      let value = body(&configuration)
      slot.pointee.replace(reference(to: configuration))
      return value
    }
    guard let value else { throw .invalidHandle }
    return value
  }

  /// A snapshot of a handle's configuration.
  ///
  /// - Throws: `PYXIS_ERROR_INVALID_HANDLE`.
  static func snapshot(_ pointer: OpaquePointer?) throws(Failure) -> PyxisConfiguration {
    let snapshot = read(pointer) { PyxisConfiguration(storage: $0?.takeUnretainedValue()) }
    guard let snapshot else { throw .invalidHandle }
    return snapshot
  }

  /// Releases a handle for the caller who owns it: the whole of a release function.
  static func release(_ pointer: OpaquePointer?) -> pyxis_status {
    pointer == nil ? PYXIS_OK : HandleTable.release(pointer, .configuration, byOwner: true)
  }

  /// Ends the life of a handle that was lent to a callback.
  static func reclaim(_ pointer: OpaquePointer?) {
    _ = HandleTable.release(pointer, .configuration, byOwner: false)
  }

  /// A reference of its own to a configuration, as the table keeps it; 0 to the empty one.
  private static func reference(to value: PyxisConfiguration) -> UInt {
    value.storage.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
  }

  /// Takes a reference over.
  private static func configuration(of bits: UInt) -> PyxisConfiguration {
    PyxisConfiguration(
      storage: UnsafeRawPointer(bitPattern: bits).map {
        Unmanaged.fromOpaque($0).takeRetainedValue()
      })
  }
}
