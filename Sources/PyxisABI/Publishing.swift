import CPyxis
import PyxisCore
import PyxisRuntime

/// See `pyxis.h`.
@c(pyxis_report_publish) @implementation
public func pyxis_report_publish(
  _ report: OpaquePointer?, _ sequence: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> pyxis_status {
  sequence?.pointee = 0
  return status(reportingTo: error) { () throws(Failure) in
    let given = report == nil ? nil : try ReportObject.read(report) { $0.value }
    let outcome = try bootstrap { () throws(PyxisBootstrapError) in try Publication.run(given) }
    switch outcome {
    case .notRequested: throw Failure(PYXIS_NO_REPORT_DIRECTORY)
    case .notPrepared: throw Failure(PYXIS_NOT_PREPARED)
    case .published(let number): sequence?.pointee = Int64(number)
    }
  }
}
