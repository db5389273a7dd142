import PyxisCore
import Testing

/// Errors: their sentences, their parts and their equality.
@Suite("Bootstrap errors")
struct ReportsErrorTests {
  @Test(
    "Each error says what was wrong, and where",
    arguments: [
      (
        .unsupportedVersion(7),
        "The launch payload has version 7; only version 1 is supported."
      ),
      (.alreadyPrepared, "The process is already prepared; it can be prepared only once."),
      (.preparationInProgress, "Another preparation of the process is in progress."),
      (
        .malformedPayload(reason: "a string has a lone surrogate", offset: 17),
        "The launch payload is malformed at byte 17: a string has a lone surrogate."
      ),
      (
        .malformedPayload(reason: "the file is missing", offset: nil),
        "The launch payload is malformed: the file is missing."
      ),
      (
        .malformedReport(reason: "the text is empty", offset: 0),
        "The report is malformed at byte 0: the text is empty."
      ),
      (
        .invalidReport(key: "os", reason: "an applied result needs a value"),
        #"The report is invalid for the variant "os": an applied result needs a value."#
      ),
      (
        .unsupportedReportVersion(2),
        "The published report has version 2; only version 1 is supported."
      ),
      (
        .reportNotPublished(reason: "PYXIS_REPORT_DIR is not an absolute path"),
        "The report could not be published: PYXIS_REPORT_DIR is not an absolute path."
      ),
      (.duplicateAdapter(key: "os"), #"Two adapters have the key "os"."#),
      (
        .duplicateAdapter(key: "a\"\n\u{1B}\u{202E}"),
        #"Two adapters have the key "a\"\u{A}\u{1B}\u{202E}"."#
      ),
    ] as [(PyxisBootstrapError, String)])
  func descriptions(_ error: PyxisBootstrapError, _ description: String) {
    #expect(error.description == description)
  }

  @Test("A long key is cut in messages, not in the error")
  func longKey() {
    let key = String(repeating: "k", count: 10_000)
    let error = PyxisBootstrapError.duplicateAdapter(key: key)
    #expect(error.key == key)
    #expect(error.description.utf8.count < 200)
  }

  @Test("Errors have their reason, key and offset, or none")
  func parts() {
    let malformed = PyxisBootstrapError.malformedReport(reason: "r", offset: 3)
    #expect(malformed.reason == "r" && malformed.offset == 3 && malformed.key == nil)
    let invalid = PyxisBootstrapError.invalidReport(key: "k", reason: "r")
    #expect(invalid.reason == "r" && invalid.offset == nil && invalid.key == "k")
    let duplicate = PyxisBootstrapError.duplicateAdapter(key: "k")
    #expect(duplicate.reason == nil && duplicate.offset == nil && duplicate.key == "k")
    let unpublished = PyxisBootstrapError.reportNotPublished(reason: "r")
    #expect(unpublished.reason == "r" && unpublished.offset == nil && unpublished.key == nil)
    for error in [
      .alreadyPrepared, .preparationInProgress, .unsupportedVersion(2),
      .unsupportedReportVersion(2),
    ] as [PyxisBootstrapError] {
      #expect(error.reason == nil && error.offset == nil && error.key == nil)
    }
  }

  @Test("Errors are equal if all they say is, byte for byte")
  func equality() {
    let errors: [PyxisBootstrapError] = [
      .unsupportedVersion(1), .unsupportedVersion(2), .alreadyPrepared, .preparationInProgress,
      .malformedPayload(reason: "r", offset: nil), .malformedPayload(reason: "r", offset: 0),
      .malformedPayload(reason: "s", offset: 0), .malformedReport(reason: "r", offset: 0),
      .invalidReport(key: "é", reason: "r"), .invalidReport(key: "e\u{301}", reason: "r"),
      .invalidReport(key: "é", reason: "s"), .duplicateAdapter(key: "é"),
      .duplicateAdapter(key: "e\u{301}"), .unsupportedReportVersion(1),
      .unsupportedReportVersion(2), .reportNotPublished(reason: "r"),
      .reportNotPublished(reason: "s"),
    ]
    #expect(Set(errors).count == errors.count)
    for (index, left) in errors.enumerated() {
      for (other, right) in errors.enumerated() {
        #expect((left == right) == (index == other))
      }
    }
  }
}
