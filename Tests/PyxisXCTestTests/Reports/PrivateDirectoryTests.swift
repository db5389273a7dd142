import Foundation
import Testing

@testable import PyxisXCTest

@Suite("The private directory of a run")
struct PrivateDirectoryTests {
  @Test(
    "It is gone after the run, whatever the host puts there",
    arguments: [
      "exit 0", "exit 3", "kill -KILL $$", "rm -r \"$PYXIS_REPORT_DIR\"",
      "rm -r \"${PYXIS_REPORT_DIR%/*}\"",
      "chmod 0 \"$PYXIS_REPORT_DIR\" \"${PYXIS_REPORT_DIR%/*}\"",
      "cd \"$PYXIS_REPORT_DIR\"; mkdir -p a/b; echo >a/b/c; ln -s / root; mkfifo fifo",
      "cd \"$PYXIS_REPORT_DIR\"; for i in 1 2 3 4 5 6 7 8 9; do mkdir $i; cd $i; done",
      "cd \"$PYXIS_REPORT_DIR\"; mkdir -p a/b; echo >a/b/c; chmod 0 a/b/c a/b a . ..",
      "cd \"$PYXIS_REPORT_DIR\"; : >\"$(printf '\\377\\n')\"; mkdir \"$(printf '\\376')\"; "
        + "mkdir -p pyxis-removed-1 a/b; : >pyxis-removed-2",
      "cd \"$PYXIS_REPORT_DIR\"; n=$(printf %0200d 0); "
        + "for i in $(seq 300); do mkdir $n; cd $n; done",
    ])
  func removed(script text: String) async throws {
    let folder = try TemporaryFolder()
    let recorder = PyxisRecorder(temporaryDirectory: folder.path)
    let run = try await recorder.record(script(text))
    #expect(try folder.names.isEmpty)
    #expect(!run.problems.contains { if case .leftDirectory = $0 { true } else { false } })
  }

  @Test("Links in it are removed, and what they lead to stays")
  func links() async throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    try outside.write("kept", "")
    _ = try await PyxisRecorder(temporaryDirectory: folder.path).record(
      script(#"ln -s "$1" "$PYXIS_REPORT_DIR/link""#, outside.path))
    #expect(try outside.names == ["kept"])
    #expect(try folder.names.isEmpty)
  }

  @Test("What a host puts in place of the private directory stays where it is, and is told")
  func replaced() async throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    try outside.write("kept", "")
    let run = try await PyxisRecorder(temporaryDirectory: folder.path).record(
      script(#"d=${PYXIS_REPORT_DIR%/*}; mv "$d" "$d-old"; ln -s "$1" "$d""#, outside.path))
    #expect(try outside.names == ["kept"])
    #expect(try folder.names.count == 2)
    guard case .leftDirectory(let path, let reason)? = run.problems.last else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(path.hasPrefix(folder.path))
    #expect(reason == "not a directory")
    for name in try folder.names where name.hasSuffix("-old") {
      let old = folder.path + "/" + name
      #expect(try FileManager.default.contentsOfDirectory(atPath: old) == [])
    }
  }

  @Test("When the runner is killed, the host ends at its next output, and a later run cleans up")
  func killedRunner() async throws {
    let folder = try TemporaryFolder()
    let scratch = try TemporaryFolder()
    let survivor = try Survivor(in: folder)
    let (scratchPath, survivorPath) = (scratch.path, survivor.path)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [scratchPath = scratchPath as String, survivorPath = survivorPath as String] in
      let host = script(
        #"exec 9>"$1"; kill -KILL $PPID; while echo x; do :; done; exit 1"#, survivorPath)
      _ = try await PyxisRecorder(temporaryDirectory: scratchPath).record(host)
    }
    #expect(await survivor.waitForEnd())
    #expect(try scratch.names.count == 1)
    _ = try await PyxisRecorder(temporaryDirectory: scratch.path).record(script("exit 0"))
    #expect(try scratch.names.isEmpty)
  }

  @Test("Directories of runs that go on are not taken for abandoned")
  func notAbandoned() async throws {
    let folder = try TemporaryFolder()
    let scratch = try TemporaryFolder()
    let survivor = try Survivor(in: folder)
    let gate = folder.path + "/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let host = script(
      #"exec 9>"$1"; echo >&9; read line <"$2"; "# + publishingScript, survivor.path, gate)
    async let run = PyxisRecorder(temporaryDirectory: scratch.path).record(host)
    #expect(await survivor.waitForText())
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/pyxis-recorder-abandoned", withIntermediateDirectories: false)
    RunDirectory.removeAbandoned(in: scratch.path)
    #expect(try scratch.names.count == 1)
    try "go\n".write(toFile: gate, atomically: false, encoding: .utf8)
    #expect(try await run.succeeded)
    #expect(try scratch.names.isEmpty)
  }
}
