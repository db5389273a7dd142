import CPyxis
import PyxisCore
import PyxisRuntime

/// Reads the adapters that a caller passed.
struct AdapterReader {
  /// What is kept of an adapter.
  struct Adapter {
    let apply: pyxis_adapter_function?
    let userData: UnsafeMutableRawPointer?
    let destroy: pyxis_destroy_function?
    let hasKnownValues: Bool
  }

  private(set) var adapters: [Adapter] = []
  private(set) var keys: PackedTexts = PackedTexts()
  /// What is wrong with the structs; it counts before what is wrong with what they say.
  private(set) var failure: Failure?
  private(set) var keyFailure: Failure?

  /// Takes over the adapters that can be read.
  mutating func takeOver(_ start: UnsafePointer<pyxis_adapter>?, _ count: Int) {
    guard count != 0 else { return }
    guard let start else {
      failure = .invalidArgument("There is an adapter count, and the adapters are NULL.")
      return
    }
    // All elements have the size of the first: that of the header the caller was built with.
    let first = UnsafeRawPointer(start)
    let stride = Int(first.loadUnaligned(as: UInt32.self))
    let (size, overflows) = count.multipliedReportingOverflow(by: stride)
    guard count > 0, !overflows,
      !UInt(bitPattern: first).addingReportingOverflow(UInt(size)).overflow
    else {
      failure = .invalidArgument("The adapter count is larger than memory.")
      return
    }
    let capacity = min(count, 1024)
    adapters.reserveCapacity(capacity)
    keys = PackedTexts(minimumCapacity: capacity)
    for position in 0..<count where !takeOver(first + position * stride, stride: stride) { return }
  }

  /// - Returns: Whether the next adapter can be found.
  private mutating func takeOver(_ element: UnsafeRawPointer, stride: Int) -> Bool {
    do throws(Failure) {
      let given = try versioned(element, zero: pyxis_adapter(), failure: &failure)
      guard Int(given.struct_size) == stride else {
        throw Failure(PYXIS_ERROR_INVALID_STRUCT, "The adapters have different sizes.")
      }
      adapters.append(
        Adapter(
          apply: given.apply, userData: given.user_data, destroy: given.destroy,
          hasKnownValues: given.flags == PYXIS_ADAPTER_KNOWN_VALUES))
      if failure == nil, keyFailure == nil { keepKey(of: given) }
      return true
    } catch {
      failure = failure ?? error
      return false
    }
  }

  private mutating func keepKey(of adapter: pyxis_adapter) {
    do throws(Failure) {
      let key = try utf8Bytes(adapter.key, adapter.key_length, "adapter's key")
      guard !key.isEmpty, !key.contains(0) else {
        throw .invalidArgument("An adapter's key is empty or has a NUL in it.")
      }
      if adapter.flags != 0 || adapter.apply == nil {
        try check(adapter, String(decoding: key, as: UTF8.self))
      }
      keys.append(key)
    } catch {
      keyFailure = error
    }
  }

  private func check(_ adapter: pyxis_adapter, _ key: String) throws(Failure) {
    let hasKnownValues = adapter.flags == PYXIS_ADAPTER_KNOWN_VALUES
    guard adapter.flags == 0 || hasKnownValues && WindowVariant(key: key) != nil else {
      throw .invalidArgument(
        "The adapter of \(key.quoted()) has an unknown flag, or no known values.", key: key)
    }
    guard adapter.apply != nil else {
      throw .invalidArgument("The adapter of \(key.quoted()) has no function.", key: key)
    }
  }
}
