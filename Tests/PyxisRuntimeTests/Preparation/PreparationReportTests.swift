import PyxisRuntime
import Testing

@Suite("Preparation: what is reported")
struct PreparationReportTests {
  @Test("R14: only an adapter's result says what became of a variant; a set entry says nothing")
  func resultsOfAdapters() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let results: [String: PyxisVariantResult] = [
        "applied": .applied("other than requested"), "observed": .observed(""),
        "unsupported": .unsupported("Not here."), "unverified": .unverified("Who knows."),
        "both": PyxisVariantResult(status: .applied, value: "v", reason: "r"),
      ]
      let adapters = results.map { key, result in PyxisAdapter(key) { _ in result } }
      var requested = PyxisVariants(results.mapValues { _ in "requested" })
      requested["tests.runtime.status"] = "trial"
      let report = try preparePyxis(environment: launch(requested), adapters: adapters) {
        $0.status = $0.requested["tests.runtime.status"] ?? ""
      }
      for (key, result) in results { #expect(report?[key] == result) }
      #expect(report?["tests.runtime.status"]?.status == .unverified)
      #expect(report?["tests.runtime.status"]?.reason?.isEmpty == false)
      #expect(report?.count == results.count + 1)
      #expect(pyxisConfiguration.report == report)
      #expect(currentStatus() == "trial")
    }
  }

  @Test("R14: an adapter that throws is unverified with the reason, and the others still run")
  func throwingAdapter() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let log = Log()
      let adapters = ["a", "b", "c"].map { key in
        PyxisAdapter(key) { variant in
          log.add(key)
          if key == "b" { throw Refusal(number: 42) }
          return .applied(variant.value)
        }
      }
      let report = try preparePyxis(
        environment: launch(["a": "1", "b": "2", "c": "3"]), adapters: adapters)
      #expect(log.all == ["a", "b", "c"])
      #expect(report?["a"] == .applied("1"))
      #expect(report?["b"]?.status == .unverified)
      #expect(report?["b"]?.value == nil)
      #expect(report?["b"]?.reason?.contains("Refusal(number: 42)") == true)
      #expect(report?["c"] == .applied("3"))
    }
  }

  @Test("R14: a key without an adapter is unverified; color filters are unsupported")
  func withoutAdapter() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let report = try preparePyxis(
        environment: launch([
          "accessibility.color_filters": "grayscale", "accessibility.color_filters.x": "",
          "locale": "pl_PL",
        ]))
      #expect(report?.count == 3)
      #expect(report?["accessibility.color_filters"]?.status == .unsupported)
      #expect(report?["accessibility.color_filters.x"]?.status == .unverified)
      #expect(report?["locale"]?.status == .unverified)
      #expect(report?.allSatisfy { $0.result.reason?.isEmpty == false } == true)
      #expect(report?.allSatisfy { $0.result.value == nil } == true)
    }
  }

  @Test("R14: a host that can set color filters says so with an adapter")
  func colorFilters() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let report = try preparePyxis(
        environment: launch([.colorFilters("grayscale")]),
        adapters: applying(PyxisVariantKey.colorFilters))
      #expect(report?[PyxisVariantKey.colorFilters] == .applied("grayscale"))
    }
  }

  @Test("R14: an adapter of a key that was not requested does not run, nor of one that looks alike")
  func notRequested() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let adapters = ["e\u{301}", "Locale", "locale ", ""].map { key in
        PyxisAdapter(key) { _ in
          Issue.record("The adapter of '\(key)' ran.")
          return .applied("")
        }
      }
      let report = try preparePyxis(
        environment: launch(["é": "1", "locale": "2"]), adapters: adapters + applying("é"))
      #expect(report?["é"] == .applied("1"))
      #expect(report?["locale"]?.status == .unverified)
      #expect(report?.count == 2)
    }
  }

  @Test("Two adapters of one key are an error that names it, and nothing runs")
  func duplicateAdapters() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      #expect(throws: PyxisBootstrapError.duplicateAdapter(key: "a")) {
        try preparePyxis(environment: launch(["a": "1"]), adapters: applying("b", "a", "c", "a")) {
          $0.status = "configured"
          Issue.record("The configuration was configured.")
        }
      }
      let report = try preparePyxis(
        environment: launch(["é": "1", "e\u{301}2": "2"]), adapters: applying("é", "e\u{301}"))
      #expect(report?["é"] == .applied("1"))
    }
  }

  @Test("R15: a result without what its status needs is an error that names the key")
  func invalidReports() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let invalid = [
        PyxisVariantResult(status: .applied), PyxisVariantResult(status: .applied, reason: "r"),
        PyxisVariantResult(status: .observed, reason: "r"),
        PyxisVariantResult(status: .unsupported, value: "v"),
        PyxisVariantResult(status: .unverified),
        PyxisVariantResult(status: .unverified, value: "v"),
      ]
      for result in invalid {
        let adapter = PyxisAdapter("b") { _ in result }
        let error = #expect(throws: PyxisBootstrapError.self) {
          try preparePyxis(
            environment: launch(["a": "1", "b": "2", "c": "3"]),
            adapters: applying("a", "c") + [adapter])
        }
        guard case .invalidReport(key: "b", _) = error else {
          Issue.record("It threw \(String(describing: error))")
          continue
        }
        #expect(pyxisConfiguration == PyxisConfiguration())
      }
      let report = try preparePyxis(environment: launch(["a": ""]), adapters: applying("a"))
      #expect(report?["a"] == .applied(""))
    }
  }
}
