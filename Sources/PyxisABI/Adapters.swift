import CPyxis
import PyxisCore
import PyxisRuntime

/// What a `pyxis_result` handle refers to.
final class ResultObject: HandleObject {
  static let kind: HandleKind = .result
  private var value: PyxisVariantResult = .unverified("The adapter reported no result.")

  /// Puts a result in the place of the one before, and returns that.
  func exchange(_ new: consuming PyxisVariantResult) -> PyxisVariantResult {
    swap(&value, &new)
    return new
  }

  /// Takes the result out, for the last time.
  func take() -> PyxisVariantResult {
    exchange(PyxisVariantResult(status: .unverified))
  }
}

/// See `pyxis.h`.
@c(pyxis_result_set) @implementation
public func pyxis_result_set(
  _ result: OpaquePointer?, _ status: pyxis_variant_status, _ value: UnsafePointer<CChar>?,
  _ valueLength: Int, _ reason: UnsafePointer<CChar>?, _ reasonLength: Int
) -> pyxis_status {
  PyxisABI.status { () throws(Failure) in
    guard let status = PyxisVariantStatus(code: status) else {
      throw Failure(PYXIS_ERROR_INVALID_ARGUMENT)
    }
    // NULL is "absent" here, whatever its length.
    let new = PyxisVariantResult(
      status: status,
      value: value == nil ? nil : try text(value, valueLength, "value"),
      reason: reason == nil ? nil : try text(reason, reasonLength, "reason"))
    // What was there ends when the use of the handle has ended.
    _ = try ResultObject.change(result) { $0.exchange(new) }
  }
}

/// Adapters that a caller passed, taken over: what they own is given up with this.
struct AdapterList {
  private struct Adapter {
    let given: pyxis_adapter
    /// Keeps the user data, if there is something to do when it is given up.
    let owner: OwnedUserData?

    init(_ given: pyxis_adapter) {
      self.given = given
      owner = given.destroy.map { OwnedUserData(given.user_data, destroy: $0) }
    }
  }

  private var adapters: [Adapter] = []
  private var failure: Failure?

  /// Takes over the adapters that can be read; what is wrong with the others is said by `keys()`.
  init(_ start: UnsafePointer<pyxis_adapter>?, count: Int) {
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
    adapters.reserveCapacity(min(count, 1024))
    for position in 0..<count where !takeOver(first + position * stride, stride: stride) { return }
  }

  /// - Returns: Whether the next adapter can be found.
  private mutating func takeOver(_ element: UnsafeRawPointer, stride: Int) -> Bool {
    do throws(Failure) {
      let adapter = try versioned(element, zero: pyxis_adapter(), failure: &failure)
      guard Int(adapter.struct_size) == stride else {
        throw Failure(PYXIS_ERROR_INVALID_STRUCT, "The adapters have different sizes.")
      }
      adapters.append(Adapter(adapter))
      return true
    } catch {
      failure = failure ?? error
      return false
    }
  }

  /// Checks the adapters.
  ///
  /// - Returns: Their keys.
  /// - Throws: What is wrong with the first that is not right.
  func keys() throws(Failure) -> [String] {
    if let failure { throw failure }
    var keys: [String] = []
    keys.reserveCapacity(adapters.count)
    for position in adapters.indices { keys.append(try key(of: adapters[position].given)) }
    return keys
  }

  private func key(of adapter: pyxis_adapter) throws(Failure) -> String {
    let key = try text(adapter.key, adapter.key_length, "adapter's key")
    guard !key.isEmpty, !key.withBytes({ $0.contains(0) }) else {
      throw .invalidArgument("An adapter's key is empty or has a NUL in it.")
    }
    let hasKnownValues = adapter.flags == PYXIS_ADAPTER_KNOWN_VALUES
    guard adapter.flags == 0 || hasKnownValues && WindowVariant(key: key) != nil else {
      throw .invalidArgument(
        "The adapter of \(key.quoted()) has an unknown flag, or no known values.", key: key)
    }
    guard adapter.apply != nil else {
      throw .invalidArgument("The adapter of \(key.quoted()) has no function.", key: key)
    }
    return key
  }

  /// Runs the adapter at a position on a variant, after `keys()` found nothing wrong.
  func apply(_ position: Int, _ variant: PyxisVariant) throws(Failure) -> PyxisVariantResult {
    let adapter = adapters[position].given
    if adapter.flags == PYXIS_ADAPTER_KNOWN_VALUES,
      WindowVariant(key: variant.key)?.isKnown(variant.value) == false
    {
      return WindowVariant.unknownValue(variant)
    }
    let handle = try ResultObject().makeHandle(borrowed: true)
    defer { ResultObject.reclaim(handle) }
    withViews(of: variant.key, variant.value) { key, value in
      adapter.apply?(key, value, handle, adapter.user_data)
    }
    return try ResultObject.change(handle) { $0.take() }
  }
}
