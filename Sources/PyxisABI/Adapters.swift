import CPyxis
import PyxisCore

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

/// Adapters that a caller passed, as the Swift API wants them.
struct CAdapters {
  /// The keys that there are adapters for.
  private(set) var keys: [String] = []
  /// What to call for each; looking at one counts no reference.
  private var calls: [(function: pyxis_adapter_function, userData: UnsafeMutableRawPointer?)] = []
  /// Keeps what the functions are called with.
  private var owners: [OwnedUserData] = []

  init(capacity: Int) {
    keys.reserveCapacity(capacity)
    calls.reserveCapacity(capacity)
    owners.reserveCapacity(capacity)
  }

  /// Checks an adapter, and adds it.
  mutating func append(_ adapter: pyxis_adapter, _ userData: OwnedUserData) throws(Failure) {
    let key = try text(adapter.key, adapter.key_length, "adapter's key")
    guard !key.isEmpty, !key.withBytes({ $0.contains(0) }) else {
      throw .invalidArgument("An adapter's key is empty or has a NUL in it.")
    }
    guard adapter.flags == 0 else {
      throw .invalidArgument("The adapter of \(key.quoted()) has an unknown flag.", key: key)
    }
    guard let function = adapter.apply else {
      throw .invalidArgument("The adapter of \(key.quoted()) has no function.", key: key)
    }
    keys.append(key)
    calls.append((function, userData.pointer))
    owners.append(userData)
  }

  /// Runs the adapter at a position on a variant.
  func apply(_ position: Int, _ variant: PyxisVariant) throws(Failure) -> PyxisVariantResult {
    let handle = try ResultObject().makeHandle(borrowed: true)
    defer { ResultObject.reclaim(handle) }
    let (function, userData) = calls[position]
    withViews(of: variant.key, variant.value) { key, value in
      function(key, value, handle, userData)
    }
    return try ResultObject.change(handle) { $0.take() }
  }
}

/// An array of adapters that a caller passed, taken over: what they own is given up with this.
struct AdapterList {
  private var adapters: [(adapter: pyxis_adapter, userData: OwnedUserData)] = []
  private var failure: Failure?

  /// Takes over the adapters that can be read; what is wrong with the others is said by `list()`.
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
    for position in 0..<count where !takeOver(first + position * stride, stride: stride) { return }
  }

  /// - Returns: Whether the next adapter can be found.
  private mutating func takeOver(_ element: UnsafeRawPointer, stride: Int) -> Bool {
    do throws(Failure) {
      let (adapter, failure) = try versioned(element, zero: pyxis_adapter())
      guard Int(adapter.struct_size) == stride else {
        throw Failure(PYXIS_ERROR_INVALID_STRUCT, "The adapters have different sizes.")
      }
      adapters.append((adapter, OwnedUserData(adapter.user_data, destroy: adapter.destroy)))
      if let failure, self.failure == nil { self.failure = failure }
      return true
    } catch {
      failure = failure ?? error
      return false
    }
  }

  /// The adapters, checked.
  ///
  /// - Throws: What is wrong with the first that is not right.
  func list() throws(Failure) -> CAdapters {
    if let failure { throw failure }
    var list = CAdapters(capacity: adapters.count)
    for (adapter, userData) in adapters { try list.append(adapter, userData) }
    return list
  }
}
