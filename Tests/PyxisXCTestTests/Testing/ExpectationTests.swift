import PyxisXCTest
import Testing

@Suite("Expectations about runs")
struct ExpectationTests {
  private static let request: PyxisVariants = [
    .colorScheme(.dark), .locale("pl_PL"), .fixture("a"), .auth("none"), .clock("12"),
  ]

  /// Publishes one result of each kind.
  private func mixed() async throws -> PyxisRun {
    try await record(
      #"publish 0 '{"color_scheme":{"status":"applied","value":"dark"},"#
        + #""locale":{"status":"observed","value":"pl_PL"},"#
        + #""fixture":{"status":"applied","value":"b"},"#
        + #""auth":{"status":"unsupported","reason":"no accounts \u001b[2J"}}'"#,
      requested: Self.request)
  }

  @Test("What holds fails nothing")
  func holding() async throws {
    let run = try await mixed()
    #expect(run.expectApplied("color_scheme"))
    #expect(run.expectApplied("locale"))
    #expect(run.expectApplied("fixture", "b"))
    #expect(run.expectSuccess())
    #expect(try await record(publishingScript).expectApplied())
  }

  @Test("Each variant that is not in force is named, with the reason")
  func unmet() async throws {
    let run = try await mixed()
    #expect(run.unmet.map(\.key) == ["fixture", "auth", "clock"])
    #expect(
      run.unmet.map(\.description) == [
        #""fixture" was to be "a", and is applied "b""#,
        #""auth" was to be "none", and is unsupported ("no accounts \u{1B}[2J")"#,
        #""clock" was to be "12", and is unverified "#
          + #"("the host reported no result for this variant")"#,
      ])
  }

  @Test("A failure is shown at the line of the call, and says which variants and why")
  func failure() async throws {
    let run = try await mixed()
    let line = #line + 2
    withKnownIssue {
      run.expectApplied()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return issue.sourceLocation?.line == line && issue.sourceLocation?.fileID == #fileID
        && run.unmet.allSatisfy { text.contains($0.description) }
        && !text.contains("\u{1B}")
    }
  }

  @Test(
    "One variant is not in force, or nobody can say what was expected",
    arguments: [
      ("fixture", nil, #""fixture" was to be "a", and is applied "b""#),
      ("color_scheme", "light", #""color_scheme" was to be "light", and is applied "dark""#),
      ("device", "x", #""device" was to be "x", and was neither requested nor reported"#),
      ("device", nil, #""device" was not requested, so a value has to be given"#),
    ])
  func one(key: String, value: String?, text: String) async throws {
    let run = try await mixed()
    withKnownIssue {
      #expect(!run.expectApplied(key, value))
    } matching: {
      $0.comments.contains { $0.rawValue.contains(text) }
    }
  }

  @Test("A run that did not succeed says how it ended and what the host wrote")
  func unsuccessful() async throws {
    let run = try await record("echo last words >&2; exit 9")
    withKnownIssue {
      run.expectSuccess()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return ["exited with status 9", "last words", "published no report"]
        .allSatisfy(text.contains)
    }
  }
}
