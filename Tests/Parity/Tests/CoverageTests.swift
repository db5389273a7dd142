import Testing

/// Everything that the header promises was seen to happen.
@Suite("Coverage", .serialized, .generousTimeLimit)
struct CoverageTests {
  @Test("every function succeeded where it can, and returned every status that it promises")
  func everyPromiseIsObserved() async throws {
    for scenario in Scenario.all { try await scenario.run() }
    let header = try Header.read()
    for function in header.functions {
      guard function.result == "pyxis_status" else {
        #expect(Ledger.shared.contains(function.name, nil), "\(function.name) was not called")
        continue
      }
      for name in try promisedStatuses(of: function, in: header) {
        let status = Status(rawValue: Int32(truncatingIfNeeded: header.constants[name] ?? 0))
        #expect(
          Ledger.shared.contains(function.name, status)
            || Self.exemptions[name]?.contains(function.name) == true,
          "\(function.name) did not return \(name)")
      }
    }
  }

  @Test("scenarios have names of their own")
  func namesDiffer() {
    #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
  }

  @Test("what is exempt is promised")
  func exemptionsAreNeeded() throws {
    let header = try Header.read()
    for (status, functions) in Self.exemptions {
      for name in functions {
        let function = try #require(header.function(named: name))
        try #expect(promisedStatuses(of: function, in: header).contains(status), "\(name)")
      }
    }
  }

  /// What cannot be seen to happen, and why.
  private static let exemptions: [String: Set<String>] = [
    // Each takes as many live handles as there can be: gigabytes of memory.
    "PYXIS_ERROR_LIMIT_REACHED": [
      "pyxis_configuration_create", "pyxis_configuration_capture", "pyxis_configuration_copy",
      "pyxis_configuration_requested", "pyxis_configuration_report", "pyxis_scope_open",
      "pyxis_variants_create", "pyxis_variants_decode", "pyxis_variants_encode",
      "pyxis_report_covering", "pyxis_report_encode", "pyxis_report_decode", "pyxis_prepare",
      "pyxis_configuration_describe", "pyxis_explain", "pyxis_scope_open_labeled", "pyxis_apply",
    ],
    // It returns the status of an error, and an error is none of success.
    "PYXIS_OK": ["pyxis_error_status"],
  ]

  /// What a function's comment and the conventions of the header say that it returns.
  private func promisedStatuses(
    of function: Header.Function, in header: Header
  ) throws -> Set<String> {
    let plan = try ArgumentPlan(function.name)
    var statuses = Promises(of: function, in: header).statuses.union(["PYXIS_OK"])
    if plan.arguments.contains(where: { if case .handle = $0.role { true } else { false } }) {
      statuses.insert("PYXIS_ERROR_INVALID_HANDLE")
    }
    if try plan.requiredPointers(in: header).contains(where: { $0.role != .structure }) {
      statuses.insert("PYXIS_ERROR_INVALID_ARGUMENT")
    }
    if plan.arguments.contains(where: { $0.role == .key }) {
      statuses.insert("PYXIS_ERROR_INVALID_KEY")
    }
    return statuses
  }
}

extension Scenario {
  /// Every scenario of the suite.
  static let all: [Scenario] =
    [
      arguments, keys, sharedKeys, configurations, texts, capabilities, scopes, scopeThreads,
      scopeTasks, interleavings, origins, variants, reports, errors, forgeries, diagnostics,
      preparation, preparationFailures, preparationCallbacks, preparationScopes,
      preparationOwnership, preparationStructs, apply, publishing,
      processes, limits,
    ].flatMap(\.self)
}
