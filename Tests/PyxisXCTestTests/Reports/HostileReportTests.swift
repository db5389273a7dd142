import Foundation
import Testing

@testable import PyxisXCTest

@Suite("Report directories that a host spoils")
struct HostileReportTests {
  /// What follows publishes a good report first: nothing that is wrong hides it.
  private let publish = publishingScript + #"; cd "$PYXIS_REPORT_DIR"; "#

  @Test(
    "Files that are no reports are refused with a reason",
    arguments: [
      ("echo x >pyxis-1-0-a.json", "The report is malformed at byte 0"),
      (": >pyxis-1-0-a.json", "The report is malformed at byte 0"),
      ("mkfifo pyxis-1-0-a.json", "it is no regular file"),
      ("mkdir pyxis-1-0-a.json", "it is no regular file"),
      ("ln -s /etc/passwd pyxis-1-0-a.json", "it is a symbolic link"),
      ("ln -s /nowhere pyxis-1-0-a.json", "it is a symbolic link"),
      ("truncate -s 1G pyxis-1-0-a.json", "it has 1073741824 bytes, and a runner reads 67108864"),
      (
        "run=0123456789abcdef0123456789abcdef publish 1 \"$light\"",
        "it is of another run, \"0123456789abcdef0123456789abcdef\""
      ),
      ("run=x publish 1 \"$light\"", "not 32 lower-case hexadecimal digits"),
      ("publish -1 \"$light\"", "sequence"),
      ("publish 1 '{\"a\":{\"status\":\"applied\"}}'", "an applied result needs a value"),
      ("publish 1 '{\"a\":{\"status\":\"done\",\"value\":\"\"}}'", "is no status of a variant"),
      ("envelope 1 \"$light\" | sed s/version..1/version\\\":2/ >pyxis-1-0-a.json", "version 2"),
      (
        "envelope 1 \"$light\" | head -c 60 >pyxis-1-0-a.json", "has no closing quote"
      ),
      ("envelope 1 \"$light\" | sed 's/$/x/' >pyxis-1-0-a.json", "The report is malformed"),
      ("envelope 1 \"$light\" | sed 's/dark\\|light/\\xff/' >pyxis-1-0-a.json", "UTF-8"),
    ])
  func refused(command: String, reason: String) async throws {
    let run = try await record(publish + command)
    #expect(run["color_scheme"] == .applied("dark"), "\(run)")
    #expect(run.reports.count == 1)
    #expect(!run.succeeded)
    #expect(run.problems.count == 1)
    guard case .refusedFile(let file, let text)? = run.problems.first else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(file.hasPrefix("pyxis-"))
    #expect(text.contains(reason))
    #expect(!text.hasSuffix("."))
  }

  @Test("Other files in the directory do not matter, those of killed writers among them")
  func others() async throws {
    let run = try await record(
      publish + "echo x >.pyxis-1-0123456789abcdef.tmp; mkdir -p a/b; chmod 0 a; ln -s / root; "
        + "echo >notes.json; echo >pyxis-1; mkfifo f")
    #expect(run.succeeded, "\(run)")
  }

  @Test("A host that is killed while it publishes has published nothing")
  func killed() async throws {
    let run = try await record(
      #"envelope 0 "$dark" | head -c 50 >"$PYXIS_REPORT_DIR/.pyxis-1-0123456789abcdef.tmp"; "#
        + "kill -KILL $$")
    #expect(run.termination == .signaled(SIGKILL))
    #expect(run.reports.isEmpty)
    #expect(run.problems == [.noReport])
  }

  @Test("A directory whose permissions the host takes away is read all the same")
  func permissions() async throws {
    let run = try await record(publish + #"cd /; chmod 0 "$PYXIS_REPORT_DIR""#)
    #expect(run.succeeded, "\(run)")
  }

  @Test("A directory that the host removes is lost")
  func removed() async throws {
    let run = try await record(publish + #"rm -r "$PYXIS_REPORT_DIR""#)
    #expect(run.problems == [.noReport, .lostReportDirectory(reason: "the host removed it")])
    #expect(run["color_scheme"]?.status == .unverified)
  }

  @Test(
    "A directory that the host replaces is not followed",
    arguments: [
      ("ln -s / \"$PYXIS_REPORT_DIR\"", "a symbolic link"),
      ("mkdir \"$PYXIS_REPORT_DIR\"; publish 0 \"$light\"", "something else"),
      ("echo >\"$PYXIS_REPORT_DIR\"", "something else"),
    ])
  func replaced(command: String, kind: String) async throws {
    let run = try await record(publish + #"mv "$PYXIS_REPORT_DIR" ../moved; "# + command)
    let reason = "the host put \(kind) in its place"
    #expect(run.problems == [.lostReportDirectory(reason: reason)])
    #expect(run["color_scheme"] == .applied("dark"), "what was published before counts")
  }

  @Test("A directory with 10,050 reports is read as far as the limit goes, the host's own first")
  func flood() async throws {
    let run = try await record(
      publish + #"pid=1 envelope 0 "$light" >pyxis-1-0-0.json; i=1; "#
        + #"while [ $i -lt 10050 ]; do : >pyxis-1-0-$i.json; i=$((i+1)); done"#)
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(
      run.problems.contains(
        .unreadFiles(count: 51, reason: "a runner reads 10000 files of a run")))
    #expect(run.problems.count == 102)
    guard case .moreRefusedFiles? = run.problems.last else {
      Issue.record("\(run.problems.suffix(2))")
      return
    }
  }

  @Test("More bytes than a runner reads are left out")
  func bytes() async throws {
    let run = try await record(
      publish + "for i in 1 2 3 4 5; do truncate -s 64M pyxis-1-$i-a.json; done")
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(
      run.problems.contains(.unreadFiles(count: 2, reason: "a runner reads 256 MiB of a run")))
  }

  @Test("A directory with more names than are looked at says so")
  func nameLimit() throws {
    let folder = try TemporaryFolder()
    for number in 0..<10 { try folder.write("file \(number)", "") }
    var limits = ReportCollection.Limits()
    for (limit, problems) in [(10, 0), (9, 1)] {
      limits.names = limit
      let reports = ReportCollection(
        in: try Descriptor.open(folder.path, O_RDONLY | O_DIRECTORY), path: folder.path,
        runIdentifier: String(repeating: "0", count: 32), processIdentifier: 1, limits: limits)
      #expect(reports.problems.count == problems)
    }
  }

  @Test(
    "A file of another user is refused",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func otherUser() async throws {
    let run = try await record(publish + #"publish 1 "$light"; chown 1 "$file""#)
    #expect(run["color_scheme"] == .applied("dark"))
    let file = "pyxis-\(run.processIdentifier)-1-0000000000000001.json"
    #expect(run.problems == [.refusedFile(file, reason: "it belongs to another user")])
  }

  @Test("Names that a host chose are shown without controls")
  func names() async throws {
    let run = try await record(publish + #": >"$(printf 'pyxis-\033[2J-1-a.json')""#)
    #expect(run.problems.count == 1)
    #expect(!run.description.contains("\u{1B}"))
    #expect(run.description.contains("pyxis-\\u{1B}[2J"))
  }
}
