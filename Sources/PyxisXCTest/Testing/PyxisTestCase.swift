#if canImport(XCTest)
  import PyxisCore
  import XCTest

  /// A test case whose tests each have a scope of their own.
  ///
  /// ```swift
  /// final class PaywallTests: PyxisTestCase {
  ///   override func configurePyxis(_ configuration: inout PyxisConfiguration) {
  ///     configuration.subscriptionStatus = "trial"
  ///   }
  ///   func testTrial() { XCTAssertEqual(Paywall().status, "trial") }
  /// }
  /// ```
  ///
  /// The scope surrounds `setUp`, the test and `tearDown`, asynchronous ones included. A test case
  /// with another base class does the same by overriding `invokeTest`:
  ///
  /// ```swift
  /// override func invokeTest() {
  ///   withPyxis { $0.subscriptionStatus = "trial" } operation: { super.invokeTest() }
  /// }
  /// ```
  open class PyxisTestCase: XCTestCase {
    /// Changes a copy of the effective configuration, which is in force for one test.
    ///
    /// If it throws, the test does not run, and fails.
    open func configurePyxis(_ configuration: inout PyxisConfiguration) throws {}

    /// Runs one test in its scope.
    open override func invokeTest() {
      do {
        try withPyxis(label: name, configurePyxis) { super.invokeTest() }
      } catch {
        XCTFail("The scope of \(name) could not be made: \(error)")
      }
    }
  }
#endif
