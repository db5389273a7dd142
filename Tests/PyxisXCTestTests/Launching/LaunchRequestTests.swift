import Foundation
import PyxisXCTest
import Testing

@Suite("Launch requests")
struct LaunchRequestTests {
  @Test("The payload has the version and the requested variants, sorted by the bytes of their keys")
  func payload() throws {
    let request = PyxisLaunchRequest([
      .subscriptionStatus("trial"), .colorScheme(.dark), .custom("Plan", "Gold \"1\"\u{0}"),
    ])
    #expect(
      try request.payload() == #"{"version":1,"requested":{"color_scheme":"dark","#
        + #""custom.Plan":"Gold \"1\"\u0000","subscription.status":"trial"}}"#)
    #expect(try PyxisLaunchRequest([]).payload() == #"{"version":1,"requested":{}}"#)
  }

  @Test("The payload is read back as it was, each scalar of keys and values included")
  func roundTrip() throws {
    let variants: PyxisVariants = [
      "e\u{301}": "é", "\u{10FFFF}": "", "a b": "\u{0}\u{7F}\u{2028}", "ą": "\"\\/",
    ]
    let request = PyxisLaunchRequest(variants)
    #expect(try PyxisVariants(decoding: request.payload()) == variants)
  }

  @Test("Keys that no payload can carry are an error, here and not in the host")
  func keysThatCannotBeCarried() {
    let keys: [PyxisVariants] = [["": "x"], ["a\0b": "x"], ["é": "1", "e\u{301}": "2"]]
    for variants in keys {
      let request = PyxisLaunchRequest(variants)
      #expect(throws: PyxisBootstrapError.self) { try request.payload() }
      #expect(throws: PyxisBootstrapError.self) { try request.environment() }
    }
  }

  @Test("The environment is the base with the payload")
  func environment() throws {
    let request = PyxisLaunchRequest([.locale("pl_PL")])
    let environment = try request.environment(adding: ["PATH": "/bin", "PYXIS_OTHER": "kept"])
    #expect(
      environment == [
        "PATH": "/bin", "PYXIS_OTHER": "kept", "PYXIS_BOOTSTRAP": try request.payload(),
      ])
    #expect(try request.environment() == ["PYXIS_BOOTSTRAP": try request.payload()])
  }

  @Test("Launch variables that were meant for the runner are not passed on")
  func launchVariables() throws {
    let base = [
      "PYXIS_BOOTSTRAP": "outer", "PYXIS_BOOTSTRAP_FILE": "/outer", "PYXIS_REPORT_DIR": "/reports",
      "PYXIS_RUN_ID": "0123456789abcdef0123456789abcdef", "HOME": "/",
    ]
    let request = PyxisLaunchRequest([.colorScheme(.light)])
    #expect(
      try request.environment(adding: base)
        == ["HOME": "/", "PYXIS_BOOTSTRAP": try request.payload()])
    #expect(base.count == 5)
  }

  @Test("Requests are equal if they ask for the same, in whatever order")
  func equality() {
    let first = PyxisLaunchRequest([.locale("pl_PL"), .colorScheme(.dark)])
    var second = PyxisLaunchRequest([.colorScheme(.dark), .locale("pl_PL")])
    #expect(first == second)
    #expect(Set([first, second]).count == 1)
    second.variants["locale"] = "en_GB"
    #expect(first != second)
  }
}
