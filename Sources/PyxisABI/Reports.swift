import CPyxis
import PyxisCore

/// What a `pyxis_report` handle refers to. The report never changes; the texts that views are given
/// of are made when the first view is asked for.
final class ReportObject: HandleObject {
  static let kind: HandleKind = .report
  let value: PyxisBootstrapReport
  private var texts: [(key: StableText, value: StableText?, reason: StableText?)]?

  init(_ value: PyxisBootstrapReport) {
    self.value = value
  }

  /// Where the functions below store one result; absent pointers are not asked for.
  struct Target {
    let key: UnsafeMutablePointer<pyxis_string>?
    let status: UnsafeMutablePointer<pyxis_variant_status>?
    let value: UnsafeMutablePointer<pyxis_string>?
    let reason: UnsafeMutablePointer<pyxis_string>?

    func clear() {
      key?.pointee = noString
      status?.pointee = 0
      value?.pointee = noString
      reason?.pointee = noString
    }
  }

  /// Stores the result at a position that there is; the caller uses the object alone.
  func store(_ position: Int, in target: Target) {
    let texts =
      texts
      ?? value.map {
        (
          StableText($0.key), $0.result.value.map(StableText.init),
          $0.result.reason.map(StableText.init)
        )
      }
    self.texts = texts
    let text = texts[position]
    target.key?.pointee = text.key.view
    target.status?.pointee = value[position].result.status.code
    target.value?.pointee = text.value?.view ?? noString
    target.reason?.pointee = text.reason?.view ?? noString
  }
}

extension PyxisVariantStatus {
  /// The constant of the header.
  var code: pyxis_variant_status {
    switch self {
    case .applied: PYXIS_VARIANT_APPLIED
    case .observed: PYXIS_VARIANT_OBSERVED
    case .unsupported: PYXIS_VARIANT_UNSUPPORTED
    case .unverified: PYXIS_VARIANT_UNVERIFIED
    }
  }

  /// The status of a constant that a caller passed.
  init?(code: pyxis_variant_status) {
    guard let status = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = status
  }
}

/// See `pyxis.h`.
@c(pyxis_report_count) @implementation
public func pyxis_report_count(
  _ report: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?
) -> pyxis_status {
  status { () throws(Failure) in
    let count = try required(count, or: 0)
    count.pointee = try ReportObject.read(report) { $0.value.count }
  }
}

/// See `pyxis.h`.
@c(pyxis_report_at) @implementation
public func pyxis_report_at(
  _ report: OpaquePointer?, _ index: Int, _ key: UnsafeMutablePointer<pyxis_string>?,
  _ status: UnsafeMutablePointer<pyxis_variant_status>?,
  _ value: UnsafeMutablePointer<pyxis_string>?, _ reason: UnsafeMutablePointer<pyxis_string>?
) -> pyxis_status {
  let target = ReportObject.Target(key: key, status: status, value: value, reason: reason)
  target.clear()
  return PyxisABI.status { () throws(Failure) in
    try ReportObject.change(report) { (object) throws(Failure) in
      guard object.value.indices.contains(index) else { throw .notFound }
      object.store(index, in: target)
    }
  }
}

/// See `pyxis.h`.
@c(pyxis_report_find) @implementation
public func pyxis_report_find(
  _ report: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ keyLength: Int,
  _ status: UnsafeMutablePointer<pyxis_variant_status>?,
  _ value: UnsafeMutablePointer<pyxis_string>?, _ reason: UnsafeMutablePointer<pyxis_string>?
) -> pyxis_status {
  let target = ReportObject.Target(key: nil, status: status, value: value, reason: reason)
  target.clear()
  return PyxisABI.status { () throws(Failure) in
    let key = try text(key, keyLength, "key")
    try ReportObject.change(report) { (object) throws(Failure) in
      guard let position = object.value.position(of: key) else { throw .notFound }
      object.store(position, in: target)
    }
  }
}

/// See `pyxis.h`.
@c(pyxis_report_covering) @implementation
public func pyxis_report_covering(
  _ report: OpaquePointer?, _ requested: OpaquePointer?,
  _ covered: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status { () throws(Failure) in
    let covered = try required(covered)
    let value = try ReportObject.read(report) { $0.value }
    let variants = try VariantsObject.read(requested) { $0.value }
    covered.pointee = try ReportObject(value.covering(variants)).makeHandle()
  }
}

/// See `pyxis.h`.
@c(pyxis_report_encode) @implementation
public func pyxis_report_encode(
  _ report: OpaquePointer?, _ text: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status(reportingTo: error) { () throws(Failure) in
    let text = try required(text)
    let value = try ReportObject.read(report) { $0.value }
    let encoded = try bootstrap { () throws(PyxisBootstrapError) in try value.encoded() }
    text.pointee = try BufferObject(encoded).makeHandle()
  }
}

/// See `pyxis.h`.
@c(pyxis_report_decode) @implementation
public func pyxis_report_decode(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ report: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  status(reportingTo: error) { () throws(Failure) in
    let report = try required(report)
    let bytes = UnsafeRawBufferPointer(try textBytes(text, length, "report"))
    let decoded = try bootstrap { () throws(PyxisBootstrapError) in
      try PyxisBootstrapReport(decoding: bytes)
    }
    report.pointee = try ReportObject(decoded).makeHandle()
  }
}

/// See `pyxis.h`.
@c(pyxis_report_release) @implementation
public func pyxis_report_release(_ report: OpaquePointer?) -> pyxis_status {
  ReportObject.release(report)
}
