import CPyxis
import PyxisCore
import PyxisRuntime

/// What a `pyxis_result` handle refers to.
final class ResultObject: HandleObject {
  static let kind: HandleKind = .result
  private var value: PyxisVariantResult?
  private var requested: String = ""

  /// Starts anew, for a variant that a value was requested of.
  func start(_ requested: String) {
    self.requested = requested
  }

  /// Puts a result in the place of the one before, and returns that. The texts are valid UTF-8.
  func set(
    _ status: PyxisVariantStatus, _ value: UnsafeRawBufferPointer?,
    _ reason: UnsafeRawBufferPointer?
  ) -> PyxisVariantResult? {
    var new: PyxisVariantResult? = PyxisVariantResult(
      status: status, value: value.map(text),
      reason: reason.map { String(decoding: $0, as: UTF8.self) })
    swap(&self.value, &new)
    return new
  }

  /// What is in force mostly is what was requested, which is there as a string already.
  private func text(of value: UnsafeRawBufferPointer) -> String {
    let requested = requested
    return requested.withBytes { $0.isByteEqual(to: value) }
      ? requested : String(decoding: value, as: UTF8.self)
  }

  /// Takes the result out, and leaves none.
  func take() -> PyxisVariantResult {
    var result: PyxisVariantResult?
    swap(&value, &result)
    return result ?? .unverified("The adapter reported no result.")
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
    let value = value == nil ? nil : try utf8Bytes(value, valueLength, "value")
    let reason = reason == nil ? nil : try utf8Bytes(reason, reasonLength, "reason")
    // What was there ends when the use of the handle has ended.
    _ = try ResultObject.change(result) { $0.set(status, value, reason) }
  }
}

/// Adapters that a caller passed, taken over: what they own is given up when this goes.
final class AdapterList {
  private let adapters: [AdapterReader.Adapter]
  /// The keys of the adapters, as far as nothing was found wrong.
  private let keys: PackedTexts
  private let failure: Failure?
  /// What all adapters report to, one after the other.
  private var result: ResultObject = ResultObject()

  /// Takes over the adapters that can be read; what is wrong with any of them is said by
  /// `checkedKeys()`.
  init(_ start: UnsafePointer<pyxis_adapter>?, count: Int) {
    var reader = AdapterReader()
    reader.takeOver(start, count)
    adapters = reader.adapters
    keys = reader.keys
    failure = reader.failure ?? reader.keyFailure
  }

  deinit {
    for adapter in adapters { adapter.destroy?(adapter.userData) }
  }

  /// The keys of the adapters.
  ///
  /// - Throws: What is wrong with the first that is not right.
  func checkedKeys() throws(Failure) -> PackedTexts {
    if let failure { throw failure }
    return keys
  }

  /// Runs the adapter at a position on a variant, after `checkedKeys()` found nothing wrong.
  func apply(_ position: Int, _ variant: PyxisVariant) throws(Failure) -> PyxisVariantResult {
    let adapter = adapters[position]
    if adapter.hasKnownValues, WindowVariant(key: variant.key)?.isKnown(variant.value) == false {
      return WindowVariant.unknownValue(variant)
    }
    result.start(variant.value)
    let handle = try result.lend()
    withView(of: variant.key) { key in
      withView(of: variant.value) { value in
        adapter.apply?(key, value, handle.pointer, adapter.userData)
      }
    }
    guard HandleTable.takeBack(handle) else {
      // Nobody can say what is in the object, so it is never looked at again, nor freed.
      _ = Unmanaged.passRetained(result)
      result = ResultObject()
      throw .invalidHandle
    }
    return result.take()
  }
}
