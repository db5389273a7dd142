#if canImport(Testing)
  import PyxisCore
  import Testing

  /// Gives a test, or each test of a suite, a scope with some entries overridden.
  ///
  /// ```swift
  /// @Test(.pyxis { $0.subscriptionStatus = "trial" })
  /// func paywall() { #expect(Paywall().status == "trial") }
  ///
  /// @Suite(.pyxis { $0.colorScheme = "dark" })
  /// struct DarkTests { … }
  /// ```
  ///
  /// The scope is the test's own: tests that run at the same time never see each other's (R21), and
  /// the process default does not change. It is in force while the suite's instance is made, too.
  /// Several of these apply from left to right, and a suite's apply before its tests' own.
  public struct PyxisTrait: TestTrait, SuiteTrait, TestScoping {
    /// What ``PyxisOrigin`` calls the scope.
    private let label: String?

    /// Changes a copy of what is in force.
    private let update: @Sendable (inout PyxisConfiguration) throws -> Void

    /// Whether suites inside a suite, and tests, each get a scope of their own.
    ///
    /// Not needed: they inherit the scope in which the suite runs.
    public var isRecursive: Bool { false }

    init(label: String?, _ update: @escaping @Sendable (inout PyxisConfiguration) throws -> Void) {
      self.label = label
      self.update = update
    }

    /// Runs a test, or all of a suite, in the scope.
    ///
    /// - Throws: What the update throws: then the test does not run, and fails. Or what the test
    ///   throws.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withPyxis(label: label ?? test.name, update) {
        try await function()
      }
    }
  }

  extension Trait where Self == PyxisTrait {
    /// Overrides entries of the effective configuration for a test, or for a suite.
    ///
    /// - Parameters:
    ///   - label: What ``PyxisOrigin`` calls the scope; the test's name if nothing else is said.
    ///   - update: Changes a copy of the effective configuration, once for each case of a test. If
    ///     it throws, the test does not run, and fails.
    public static func pyxis(
      label: String? = nil,
      _ update: @escaping @Sendable (inout PyxisConfiguration) throws -> Void
    ) -> Self {
      PyxisTrait(label: label, update)
    }
  }

  extension PyxisMatrixRow: CustomTestStringConvertible {
    /// The identifier, as the name of a parameterized test's case.
    public var testDescription: String { id }
  }

  extension PyxisRun: CustomTestStringConvertible {
    /// The run in a few words, for expectations that fail.
    public var testDescription: String {
      "the run of \(configuration.executable), which \(outcome)"
    }
  }
#endif
