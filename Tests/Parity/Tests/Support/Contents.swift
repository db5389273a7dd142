import CPyxis
import PyxisCore
import Testing

extension Handle {
  /// The variants of a handle, in their order, as Swift's own.
  func variants() throws -> [PyxisVariant] {
    let count = Out<Int>()
    try #require(abi.pyxis_variants_count(self, count) == .ok)
    #expect(
      abi.pyxis_variants_at(self, count.value, Out<pyxis_string>(), Out<pyxis_string>())
        == .notFound)
    return try (0..<count.value).map { index in
      let (key, value) = (Out<pyxis_string>(), Out<pyxis_string>())
      try #require(abi.pyxis_variants_at(self, index, key, value) == .ok)
      return PyxisVariant(
        key: try #require(key.value.string), value: try #require(value.value.string))
    }
  }

  /// The results of a report's handle, as Swift's own report.
  func report() throws -> PyxisBootstrapReport {
    let count = Out<Int>()
    try #require(abi.pyxis_report_count(self, count) == .ok)
    return PyxisBootstrapReport(
      try (0..<count.value).map { index in
        let result = ResultOut()
        try #require(
          abi.pyxis_report_at(
            self, index, result.key, result.status, result.value, result.reason) == .ok)
        return (try #require(result.key.value.string), try result.result())
      })
  }

  /// The text of a buffer, which has a NUL after it and may have others in it.
  func text() throws -> String {
    let size = abi.pyxis_buffer_size.number(pointer)
    let data = try #require(
      UnsafePointer<UInt8>(bitPattern: abi.pyxis_buffer_data.address(pointer)))
    #expect(data[size] == 0)
    return try #require(
      String(validating: UnsafeBufferPointer(start: data, count: size), as: UTF8.self))
  }
}

/// Places for what a report says of one variant.
struct ResultOut {
  let key = Out<pyxis_string>()
  let status = Out<pyxis_variant_status>()
  let value = Out<pyxis_string>()
  let reason = Out<pyxis_string>()

  /// What was stored there.
  func result() throws -> PyxisVariantResult {
    let status: PyxisVariantStatus? =
      switch self.status.value {
      case PYXIS_VARIANT_APPLIED: .applied
      case PYXIS_VARIANT_OBSERVED: .observed
      case PYXIS_VARIANT_UNSUPPORTED: .unsupported
      case PYXIS_VARIANT_UNVERIFIED: .unverified
      default: nil
      }
    if value.value.data != nil { #expect(value.value.string != nil) }
    if reason.value.data != nil { #expect(reason.value.string != nil) }
    return PyxisVariantResult(
      status: try #require(status), value: value.value.string, reason: reason.value.string)
  }
}

extension PyxisBootstrapError {
  /// The status that C gives the error.
  var status: Status {
    switch self {
    case .unsupportedVersion, .unsupportedReportVersion: .unsupportedVersion
    case .alreadyPrepared: .alreadyPrepared
    case .preparationInProgress: .preparationInProgress
    case .malformedPayload: .malformedPayload
    case .malformedReport: .malformedReport
    case .invalidReport: .invalidReport
    case .reportNotPublished: .reportNotPublished
    case .duplicateAdapter: .invalidArgument
    }
  }
}
