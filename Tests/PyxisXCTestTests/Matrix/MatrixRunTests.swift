import Foundation
import PyxisXCTest
import Testing

@Suite("Launching a matrix")
struct MatrixRunTests {
  private let recorder = PyxisRecorder()

  /// A host that applies what it is asked for, if that is a colour scheme.
  private let host = script(
    #"case $PYXIS_BOOTSTRAP in *dark*) publish 0 "$dark";; *) publish 0 "$light";; esac"#,
    requested: [])

  private func matrix(_ count: Int) throws -> PyxisMatrix {
    try PyxisMatrix([
      PyxisAxis("color_scheme", values: ["light", "dark"]),
      PyxisAxis("custom.number", values: (0..<count).map(String.init)),
    ])
  }

  @Test("Each row is launched once with its variants, and the runs come in the order of the rows")
  func rows() async throws {
    let matrix = try matrix(10)
    var finished: [String] = []
    let runs = try await recorder.record(matrix, launching: host) { finished.append($0.id) }
    #expect(runs.map(\.id) == matrix.map(\.id))
    #expect(finished.sorted() == matrix.map(\.id).sorted())
    for run in runs {
      let scheme = try #require(run.row.variants["color_scheme"])
      #expect(try run.run()["color_scheme"] == .applied(scheme))
      #expect(try run.run()["custom.number"]?.status == .unverified)
    }
  }

  @Test("As many hosts run at the same time as is asked for, and no more", arguments: [1, 3])
  func width(width: Int) async throws {
    let folder = try TemporaryFolder()
    // Each host counts the others that are there; with a width of 3, three wait for one another.
    let text =
      #"cd "$1"; : >$$; i=0; while n=$(ls | grep -c '^[0-9]*$'); [ $n -lt "$2" ] && "#
      + #"[ ! -e met ]; do :; done; : >met; echo $n; rm $$"#
    let runs = try await recorder.record(
      try matrix(3), launching: script(text, folder.path, "\(width)", requested: []),
      atOnce: width)
    let counts = try runs.map { try #require(Int($0.run().standardOutput.lines[0])) }
    #expect(counts.max() == width)
  }

  @Test("A row that cannot be launched does not keep the others from it")
  func failures() async throws {
    var missing = host
    missing.executable = "/nowhere/host"
    let runs = try await recorder.record(try matrix(1), launching: missing)
    #expect(runs.count == 2)
    for run in runs { #expect(throws: PyxisLaunchError.self) { try run.run() } }
  }

  @Test("Cancelling ends all of them")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let survivor = try Survivor(in: folder)
    let matrix = try matrix(4)
    let task = Task {
      try await recorder.record(
        matrix, launching: script(#"exec 9>"$1"; echo >&9; sleep 1000"#, survivor.path), atOnce: 4)
    }
    #expect(await survivor.waitForText())
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await survivor.waitForEnd())
  }
}
