import PyxisCore

#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Where a check is written, for failures that are shown there.
struct SourcePlace {
  var fileID: StaticString
  var filePath: StaticString
  var line: UInt
  var column: UInt
}

/// Makes the current test fail, be it one of Swift Testing or of XCTest.
///
/// A detached task, or another thread, does not know of which of them the test is. Then both are
/// told: the one that runs no test does nothing.
///
/// - Parameters:
///   - message: What was expected, and what was found.
///   - place: The line that is shown as the failing one.
func fail(_ message: String, at place: SourcePlace) {
  #if canImport(Testing)
    let location = SourceLocation(
      fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
      column: Int(place.column))
    Issue.record("\(message)", sourceLocation: location)
    if Test.current != nil { return }
  #endif
  #if canImport(XCTest)
    XCTFail(message, file: place.filePath, line: place.line)
  #endif
}
