import PyxisCore
import Testing

/// Reports in memory: lookup, validation and coverage.
@Suite("Reports")
struct ReportsTests {
  @Test("A report is sorted by the bytes of its keys, and the last result of a key counts")
  func order() {
    let report = PyxisBootstrapReport([
      ("b", .applied("1")), ("a", .applied("2")), ("é", .applied("3")), ("b", .applied("4")),
      ("Z", .applied("5")), ("e\u{301}", .applied("6")), ("b", .applied("7")),
    ])
    #expect(report.map { utf8($0.key) } == ["Z", "a", "b", "e\u{301}", "é"].map { utf8($0) })
    #expect(report["b"] == .applied("7"))
    #expect(report["é"] == .applied("3"))
    #expect(report["e\u{301}"] == .applied("6"))
    #expect(report["c"] == nil)
    let dictionary: [String: PyxisVariantResult] = ["b": .applied("1"), "a": .unverified("r")]
    #expect(PyxisBootstrapReport(dictionary).map(\.key) == ["a", "b"])
  }

  @Test("Results are set and removed by the bytes of their keys")
  func setting() {
    var report = PyxisBootstrapReport()
    for key in ["m", "z", "a", "é"] { report.set(.applied(key), for: key) }
    report["z"] = .unverified("r")
    report["e\u{301}"] = nil
    report["m"] = nil
    #expect(report.map(\.key) == ["a", "z", "é"])
    #expect(report["z"] == .unverified("r"))
    #expect(report["m"] == nil)
  }

  @Test("Results and reports compare by bytes, not by canonical equivalence")
  func equality() {
    #expect(PyxisVariantResult.applied("é") != .applied("e\u{301}"))
    #expect(PyxisVariantResult.unverified("é") != .unverified("e\u{301}"))
    #expect(PyxisVariantResult.applied("") != .observed(""))
    #expect(PyxisVariantResult(status: .applied) != .applied(""))
    #expect(PyxisVariantResult.unsupported("x") == .init(status: .unsupported, reason: "x"))
    #expect(Set([PyxisVariantResult.applied("é"), .applied("e\u{301}")]).count == 2)
    let report = PyxisBootstrapReport(["é": .applied("1")])
    #expect(report != PyxisBootstrapReport(["e\u{301}": .applied("1")]))
    #expect(report != PyxisBootstrapReport(["é": .applied("2")]))
    #expect(report == PyxisBootstrapReport([("é", .applied("0")), ("é", .applied("1"))]))
    #expect(report.hashValue == PyxisBootstrapReport(["é": .applied("1")]).hashValue)
  }

  // MARK: - R15

  @Test(
    "R15: applied and observed results need a value, the others a reason",
    arguments: PyxisVariantStatus.allCases)
  func validity(_ status: PyxisVariantStatus) {
    let needsValue = status == .applied || status == .observed
    for value in [nil, "", "v"] as [String?] {
      for reason in [nil, "", "r"] as [String?] {
        let result = PyxisVariantResult(status: status, value: value, reason: reason)
        let isValid = needsValue ? value != nil : reason != nil
        #expect(result.isValid == isValid)
        let report = PyxisBootstrapReport(["k": result])
        #expect(((try? report.validate()) != nil) == isValid)
        #expect(((try? report.encoded()) != nil) == isValid)
      }
    }
  }

  @Test("R15: the error names the first key at fault, in the order of bytes")
  func firstInvalidKey() {
    let report = PyxisBootstrapReport([
      ("z", .init(status: .unverified)), ("b", .init(status: .observed, reason: "r")),
      ("a", .applied("x")), ("c", .init(status: .applied)),
    ])
    let error = PyxisBootstrapError.invalidReport(
      key: "b", reason: "an observed result needs a value")
    #expect(throws: error) { try report.validate() }
    #expect(throws: error) { try report.encoded() }
    #expect(PyxisBootstrapError.invalidReport(key: "b", reason: "r").key == "b")
    #expect(throws: Never.self) { try PyxisBootstrapReport().validate() }
  }

  // MARK: - R25

  @Test("R25: a key without a result is unverified, and nothing else changes")
  func covering() throws {
    let report = PyxisBootstrapReport([
      ("b", .applied("1")), ("e\u{301}", .applied("2")), ("extra", .observed("3")),
    ])
    let covered = report.covering(["z": "", "é": "", "b": "x", "a": ""])
    #expect(
      covered.map { utf8($0.key) } == ["a", "b", "extra", "e\u{301}", "z", "é"].map { utf8($0) })
    for key in ["a", "z", "é"] {
      #expect(covered[key]?.status == .unverified)
      #expect(covered[key]?.reason?.isEmpty == false)
      #expect(covered[key]?.value == nil)
    }
    for key in ["b", "e\u{301}", "extra"] { #expect(covered[key] == report[key]) }
    try covered.validate()
    #expect(report.covering([:]) == report)
    #expect(covered.covering(["a": "", "b": ""]) == covered)
  }

  @Test("R25: an empty report covers nothing of what was applied")
  func coveringNothing() {
    let requested: PyxisVariants = [.colorScheme(.dark), .locale("pl_PL")]
    let covered = PyxisBootstrapReport().covering(requested)
    #expect(covered.count == 2)
    #expect(covered.allSatisfy { $0.result.status == .unverified })
  }

  @Test("R25: 100,000 variants are covered in time", .generousTimeLimit)
  func coveringMany() {
    let keys = (0..<100_000).map { "custom.k\($0 * 7919 % 100_000)" }
    let requested = PyxisVariants(keys.map { PyxisVariant(key: $0, value: "v") })
    let report = PyxisBootstrapReport(keys.prefix(50_000).map { ($0, .applied("v")) })
    let covered = report.covering(requested)
    #expect(covered.count == 100_000)
    #expect(covered.count { $0.result.status == .unverified } == 50_000)
  }
}
