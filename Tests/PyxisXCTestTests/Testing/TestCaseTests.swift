import PyxisXCTest
import XCTest

final class PyxisTestCaseTests: PyxisTestCase {
  override func configurePyxis(_ configuration: inout PyxisConfiguration) {
    configuration[StatusKey.self] = "trial"
  }

  override func setUp() {
    XCTAssertEqual(pyxisConfiguration[StatusKey.self], "trial")
  }

  override func tearDown() {
    XCTAssertEqual(pyxisConfiguration[StatusKey.self], "trial")
  }

  func testScope() {
    XCTAssertEqual(pyxisConfiguration[StatusKey.self], "trial")
  }

  func testAsynchronousScope() async {
    await Task.yield()
    XCTAssertEqual(pyxisConfiguration[StatusKey.self], "trial")
  }

  func testExpectationsThatHold() async throws {
    let run = try await record(publishingScript)
    XCTAssertTrue(run.expectSuccess())
    XCTAssertTrue(run.expectApplied())
    XCTAssertTrue(run.expectApplied("color_scheme"))
  }
}

final class InvokedTestCaseTests: XCTestCase {
  override func invokeTest() {
    withPyxis {
      $0[StatusKey.self] = "expired"
    } operation: {
      super.invokeTest()
    }
  }

  func testScope() {
    XCTAssertEqual(pyxisConfiguration[StatusKey.self], "expired")
  }
}

#if os(Linux)
  /// A failure that a test expects.
  private struct Failure {
    let text: String
    let file: String
    let line: Int
  }

  final class FailingExpectationTests: XCTestCase {
    /// The failures so far, while they are kept from being failures of this test.
    private var failures: [Failure]?

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      guard failures == nil else {
        failures?.append(Failure(text: description, file: filePath, line: lineNumber))
        return
      }
      super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    func testExpectationsFailAtTheLineOfTheirCall() async throws {
      let run = try await record("exit 3")
      failures = []
      run.expectApplied()
      run.expectSuccess()
      let line = #line - 2
      let seen = failures ?? []
      failures = nil
      XCTAssertEqual(seen.map(\.line), [line, line + 1])
      XCTAssertTrue(seen.allSatisfy { $0.file == "\(#filePath)" })
      XCTAssertTrue(
        seen.first?.text.contains(
          #""color_scheme" was to be "dark", and is unverified ("the host reported no result for"#)
          == true)
      XCTAssertTrue(seen.last?.text.contains("exited with status 3") == true)
      XCTAssertTrue(seen.last?.text.contains("The host published no report.") == true)
    }

    func testExpectationsInDetachedTasksFail() async throws {
      let run = try await record("exit 3")
      failures = []
      await Task.detached { _ = run.expectApplied() }.value
      let line = #line - 1
      let seen = failures ?? []
      failures = nil
      XCTAssertEqual(seen.map(\.line), [line])
    }
  }

  final class ThrowingUpdateTests: PyxisTestCase {
    private struct Refused: Error {}

    private var failures: [String] = []
    private var hasRun = false

    override func configurePyxis(_ configuration: inout PyxisConfiguration) throws {
      throw Refused()
    }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      failures.append(description)
    }

    override func invokeTest() {
      super.invokeTest()
      let isRight = failures.count == 1 && failures[0].contains("could not be made: Refused()")
      if hasRun || !isRight {
        super.recordFailure(
          withDescription: "an update that throws: ran \(hasRun), failures \(failures)",
          inFile: #filePath, atLine: #line, expected: true)
      }
    }

    func testAnUpdateThatThrowsMakesTheTestFailAndNotRun() {
      hasRun = true
    }
  }
#endif

private enum StatusKey: PyxisConfigurationKey {
  static var name: String? { "tests.testcase.status" }
  static var defaultValue: String { "none" }
}
