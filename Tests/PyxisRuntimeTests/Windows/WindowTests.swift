import Foundation
import PyxisRuntime
import Testing

@Suite("R24: windows", .generousTimeLimit)
struct WindowTests {
  @Test("The requested variants of windows are applied, and nothing else of the report changes")
  func applied() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let launched = try preparePyxis(
        environment: launch([
          "accessibility.contrast": "high", "accessibility.content_size": "accessibility_x_large",
          "color_scheme": "dark", "locale": "pl_PL", "os": "x",
        ]), adapters: applying("locale"))
      #expect(launched?["color_scheme"]?.status == .unverified)
      let window = TestWindow()
      let report = try applyPyxis(to: window)
      #expect(
        report
          == PyxisBootstrapReport([
            "accessibility.contrast": .applied("high"),
            "accessibility.content_size": .applied("accessibility_x_large"),
            "color_scheme": .applied("dark"), "locale": .applied("pl_PL"),
            "os": launched?["os"] ?? .applied(""),
          ]))
      #expect(window.colorScheme == .dark)
      #expect(window.contentSize == .accessibilityXLarge)
      #expect(window.contrast == .high)
      // In the order of the keys' bytes.
      #expect(window.calls == ["accessibilityXLarge", "high", "dark none"])
      #expect(pyxisConfiguration.report == launched)
    }
  }

  @Test(
    "Each known value is applied, and any other is unsupported",
    arguments: [
      ("color_scheme", PyxisColorScheme.allCases.map(\.rawValue)),
      ("accessibility.content_size", PyxisContentSize.allCases.map(\.rawValue)),
      ("accessibility.contrast", PyxisContrast.allCases.map(\.rawValue)),
    ])
  func values(_ key: String, _ known: [String]) async throws {
    for value in known + ["", "Dark", "purple", "dark ", "x-large", "\u{0}\u{1B}[31m"] {
      await #expect(processExitsWith: .success) {
        @MainActor [
          key = key as String, value = value as String, isKnown = known.contains(value) as Bool
        ] in
        endProcessAfterDeadline()
        try preparePyxis(
          environment: launch(PyxisVariants([PyxisVariant(key: key, value: value)])))
        let window = TestWindow()
        let result = try applyPyxis(to: window)?[key]
        if isKnown {
          #expect(result == .applied(value))
          #expect(window.calls.count == 1)
        } else {
          #expect(result?.status == .unsupported)
          #expect(result?.reason?.hasSuffix("\" is no value of \(key).") == true)
          #expect(result?.reason?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
          #expect(window.calls == [])
        }
      }
    }
  }

  @Test("What counts is what the window has afterwards")
  func readBack() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      try preparePyxis(environment: launch(["color_scheme": "dark"]))
      let window = TestWindow()
      window.colorSchemeIs = { $0.colorScheme }
      try #expect(
        applyPyxis(to: window)?.colorScheme
          == .unsupported("The window still has the color_scheme light."))
      window.colorSchemeIs = { _ in nil }
      try #expect(
        applyPyxis(to: window)?.colorScheme
          == .unsupported("The window has no color_scheme of its own."))
      window.colorSchemeIs = { _ in throw Refusal(number: 7) }
      try #expect(
        applyPyxis(to: window)?.colorScheme == .unverified("The adapter failed: Refusal(number: 7)")
      )
      window.colorSchemeIs = {
        $0.isPyxisWindowOpen = false
        return .dark
      }
      try #expect(
        applyPyxis(to: window)?.colorScheme
          == .unverified("The window closed when the variant was applied."))
      window.calls = []
      try #expect(applyPyxis(to: window)?.colorScheme == .unverified("The window is gone."))
      #expect(window.calls == [])
      window.isPyxisWindowOpen = true
      window.colorSchemeIs = nil
      try #expect(applyPyxis(to: window)?.colorScheme == .applied("dark"))
    }
  }

  @Test("A window that has nothing of its own says so of each variant")
  func plainWindow() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let requested: PyxisVariants = [
        .colorScheme(.light), .contentSize(.small), .contrast(.normal),
      ]
      try preparePyxis(environment: launch(requested))
      let report = try applyPyxis(to: PlainWindow())
      for variant in requested {
        #expect(
          report?[variant.key] == .unsupported("The window has no \(variant.key) of its own."))
      }
    }
  }

  @Test("Built-in adapters work in a preparation, and do not keep their window")
  func builtInAdapters() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let window = TestWindow()
      let adapters = PyxisAdapter.windowAdapters(for: window)
      var gone: TestWindow? = TestWindow()
      weak let reference = gone
      let goneAdapters = PyxisAdapter.windowAdapters(for: try #require(gone))
      gone = nil
      #expect(reference == nil)
      let report = try preparePyxis(
        environment: launch(["color_scheme": "dark", "accessibility.contrast": "high"]),
        adapters: [adapters[0], goneAdapters[2]])
      #expect(report?["color_scheme"] == .applied("dark"))
      #expect(report?["accessibility.contrast"] == .unverified("The window is gone."))
      #expect(window.colorScheme == .dark)
    }
  }

  @Test("Custom adapters win over built-in ones, and bring variants of their own")
  func customAdapters() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      try preparePyxis(
        environment: launch(["color_scheme": "sepia", "locale": "pl_PL"]))
      let window = TestWindow()
      let report = try applyPyxis(to: window, adapters: applying("locale", "color_scheme", "os"))
      #expect(report?["color_scheme"] == .applied("sepia"))
      #expect(report?["locale"] == .applied("pl_PL"))
      #expect(report?.count == 2)
      #expect(window.calls == [])
      #expect(throws: PyxisBootstrapError.duplicateAdapter(key: "locale")) {
        try applyPyxis(to: window, adapters: applying("locale", "locale"))
      }
      let invalid = PyxisAdapter("locale") { _ in PyxisVariantResult(status: .applied) }
      #expect(throws: PyxisBootstrapError.self) { try applyPyxis(to: window, adapters: [invalid]) }
    }
  }

  @Test("The configuration of the call is in force, whatever scope surrounds it")
  func configuration() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      try preparePyxis(environment: launch(["color_scheme": "dark"])) { $0.status = "prepared" }
      let window = TestWindow()
      var given = pyxisConfiguration
      given.status = "given"
      try applyPyxis(to: window)
      try withPyxis {
        $0.status = "scope"
      } operation: {
        try applyPyxis(to: window, configuration: given)
        try applyPyxis(to: window)
        #expect(currentStatus() == "scope")
      }
      #expect(window.calls == ["dark prepared", "dark given", "dark scope"])
      #expect(currentStatus() == "prepared")
    }
  }

  @Test("Without a preparation there is no report, and no adapter runs")
  func notPrepared() async {
    await #expect(processExitsWith: .success) { @MainActor in
      endProcessAfterDeadline()
      let window = TestWindow()
      let adapter = PyxisAdapter("color_scheme") { _ in throw Refusal(number: 1) }
      try #expect(applyPyxis(to: window) == nil)
      try #expect(applyPyxis(to: window, adapters: [adapter]) == nil)
      #expect(window.calls == [])
      #expect(pyxisConfiguration.report == nil)
    }
  }

  @Test("Several windows, each as often as one likes, have a report each, which is published")
  func severalWindows() async throws {
    try await ReportDirectory.with { directory in
      await #expect(processExitsWith: .success) { @MainActor [path = directory.path as String] in
        endProcessAfterDeadline()
        let directory = ReportDirectory(path)
        let environment = try launch(["color_scheme": "dark"])
        let launched = try preparePyxis(
          environment: environment.merging(directory.environment) { $1 })
        let (first, second) = (TestWindow(), PlainWindow())
        let reports = [
          launched, try applyPyxis(to: first), try applyPyxis(to: second),
          try applyPyxis(to: first),
        ]
        #expect(
          reports.map { $0?["color_scheme"]?.status }
            == [.unverified, .applied, .unsupported, .applied])
        #expect(first.calls.count == 2)
        #expect(pyxisConfiguration.report == launched)
        let envelopes = try directory.envelopes()
        #expect(envelopes.map(\.sequence) == [0, 1, 2, 3])
        #expect(envelopes.map(\.report) == reports)
      }
    }
  }
}

extension PyxisBootstrapReport {
  fileprivate var colorScheme: PyxisVariantResult? { self["color_scheme"] }
}
