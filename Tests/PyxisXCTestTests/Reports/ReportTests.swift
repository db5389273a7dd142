import Foundation
import PyxisXCTest
import Testing

@Suite("Reports of hosts")
struct ReportTests {
  @Test("A report comes back, with where it came from")
  func report() async throws {
    let run = try await record(publishingScript)
    #expect(run.succeeded, "\(run)")
    #expect(run.problems == [])
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(run["locale"] == nil)
    let envelope = try #require(run.reports.first)
    #expect(run.reports.count == 1)
    #expect(envelope.processIdentifier == run.processIdentifier)
    #expect(envelope.parentProcessIdentifier == ProcessInfo.processInfo.processIdentifier)
    #expect(envelope.runIdentifier == run.runIdentifier)
    #expect(envelope.role == .host)
    #expect(envelope.sequence == 0)
    #expect(run.report == envelope.report)
  }

  @Test("R25: what a report lacks is unverified, and what it has beyond the request stays")
  func covering() async throws {
    let run = try await record(publishingScript, requested: [.locale("pl_PL")])
    #expect(run["locale"] == .unverified("the host reported no result for this variant"))
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(run.report?.map(\.key) == ["color_scheme"])
  }

  @Test("R25: without a report, every variant is unverified")
  func none() async throws {
    let run = try await record("exit 0")
    #expect(run.termination.isSuccess)
    #expect(!run.succeeded)
    #expect(run.report == nil)
    #expect(run.problems == [.noReport])
    #expect(run.results.map(\.result.status) == [.unverified])
  }

  @Test("The newest report of a process counts, and every one is listed")
  func newest() async throws {
    let run = try await record(#"publish 0 "$light"; publish 10 "$dark"; publish 9 "$light""#)
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(run.reports.map(\.sequence) == [0, 9, 10])
    #expect(run.succeeded)
  }

  @Test("A report of a forked child is listed, and is not the run's")
  func forked() async throws {
    let run = try await record(#"publish 0 "$dark"; role=forked pid=7 publish 0 "$light""#)
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(run.reports.map(\.role) == [.forked, .host])
    let only = try await record(#"role=forked publish 0 "$dark""#)
    #expect(only.report == nil)
    #expect(only.reports.count == 1)
    #expect(only.problems == [.noReport])
  }

  @Test("A host that the launched program starts counts in its place, before other processes")
  func started() async throws {
    let run = try await record(
      #"pid=8 parent=$$ publish 0 "$dark"; pid=9 parent=$$ publish 0 "$light"; "#
        + #"pid=7 parent=6 publish 0 "$light""#)
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(run.reports.map(\.processIdentifier) == [7, 8, 9])
    let other = try await record(#"pid=8 parent=6 publish 0 "$light"; pid=7 publish 3 "$dark""#)
    #expect(other["color_scheme"] == .applied("dark"))
    let own = try await record(#"pid=8 parent=$$ publish 9 "$light"; publish 0 "$dark""#)
    #expect(own["color_scheme"] == .applied("dark"))
  }

  @Test("Of two reports with one number, the one that was written last counts")
  func executed() async throws {
    let run = try await record(
      #"number=9; publish 0 "$light"; touch -d 2001-01-01 "$PYXIS_REPORT_DIR"/*; number=1; "#
        + #"publish 0 "$dark""#)
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(run.reports.count == 2)
  }

  @Test("A host that crashes after its report has both")
  func crashed() async throws {
    let run = try await record(publishingScript + "; kill -SEGV $$")
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(run.termination == .signaled(SIGSEGV))
    #expect(!run.succeeded)
  }

  @Test("Requests that the environment cannot carry go by file", arguments: [1, 100, 200, 4000])
  func sizes(kilobytes: Int) async throws {
    let value = String(repeating: "ą", count: kilobytes * 512)
    let request = PyxisLaunchRequest([.custom("large", value)])
    let text =
      #"printf %s "$PYXIS_BOOTSTRAP"; [ -z "$PYXIS_BOOTSTRAP_FILE" ] || {"#
      + #" ls -ld "${PYXIS_BOOTSTRAP_FILE%/*}" "$PYXIS_BOOTSTRAP_FILE" >&2;"#
      + #" cat "$PYXIS_BOOTSTRAP_FILE"; }"#
    var configuration = script(text, requested: request.variants)
    configuration.outputLimit = 16 << 20
    let run = try await PyxisRecorder().record(configuration)
    #expect(run.standardOutput.text == (try request.payload()))
    let modes = run.standardError.lines.map { $0.prefix(10) }
    #expect(modes == (kilobytes > 64 ? ["drwx------", "-rw-------"] : []))
  }

  @Test("The host finds a private, empty directory for its reports")
  func directory() async throws {
    let run = try await record(#"cd "$PYXIS_REPORT_DIR" && ls -la . && pwd"#)
    #expect(run.standardOutput.lines.contains { $0.hasPrefix("drwx------") && $0.hasSuffix(" .") })
    #expect(run.standardOutput.lines.count == 4)
    #expect(run.standardOutput.text.contains("/pyxis-recorder-"))
  }
}
