import Foundation
import PyxisXCTest
import Testing

@Suite("What hosts write")
struct OutputTests {
  private let recorder = PyxisRecorder()

  @Test("Of 100 MB, the start and the end are kept, and the rest is counted")
  func large() async throws {
    let size = 100_000_000
    var configuration = script(
      "echo start; head -c \(size) /dev/zero | tr '\\0' x; echo; echo end; echo err >&2")
    configuration.outputLimit = 10_000
    let run = try await recorder.record(configuration)
    #expect(run.termination.isSuccess)
    let output = run.standardOutput
    #expect(output.byteCount == size + 11)
    #expect(output.head.count == 5_000)
    #expect(output.tail.count == 5_000)
    #expect(output.omittedByteCount == size + 11 - 10_000)
    #expect(output.text.hasPrefix("start\nxxx"))
    #expect(output.text.hasSuffix("xxx\nend\n"))
    #expect(output.text.contains("\n[… \(output.omittedByteCount) bytes left out …]\n"))
    #expect(run.standardError.text == "err\n")
  }

  @Test("Both pipes may be full at the same time")
  func both() async throws {
    let run = try await recorder.record(
      script("head -c 3000000 /dev/zero >&2 & head -c 3000000 /dev/zero; wait"))
    #expect(run.standardOutput.byteCount == 3_000_000)
    #expect(run.standardError.byteCount == 3_000_000)
  }

  @Test("The kept bytes are the first and the last, wherever the limit lies", arguments: 0...12)
  func limits(limit: Int) async throws {
    var configuration = script("printf 0; printf 1234; printf 56789")
    configuration.outputLimit = limit
    let output = try await recorder.record(configuration).standardOutput
    let text = Array("0123456789".utf8)
    #expect(output.byteCount == 10)
    #expect(output.head == Array(text.prefix(limit - limit / 2)))
    let rest = text.dropFirst(output.head.count)
    #expect(output.tail == Array(rest.suffix(limit / 2)))
    #expect(output.omittedByteCount == max(0, 10 - limit))
  }

  @Test("A process that the host leaves behind with the pipe holds nothing up")
  func survivor() async throws {
    let folder = try TemporaryFolder()
    // The survivor ends when its own FIFO is closed at the other end: with this test.
    let fifo = folder.path + "/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    let run = try await recorder.record(
      script(#"(read line <"$1"; exit) & echo $!; echo last"#, fifo))
    #expect(run.termination.isSuccess)
    #expect(!run.timedOut)
    #expect(run.standardOutput.text.hasSuffix("\nlast\n"))
    let survivor = try #require(pid_t(run.standardOutput.lines[0]))
    #expect(kill(survivor, 0) == 0)
    kill(survivor, SIGKILL)
  }

  @Test("Bytes that are no UTF-8 stay as they are, and text is made of them anyway")
  func invalidText() async throws {
    let output = try await recorder.record(script(#"printf 'a\377b'"#)).standardOutput
    #expect(output.head == [0x61, 0xFF, 0x62])
    #expect(output.text == "a\u{FFFD}b")
  }

  @Test("Descriptions show controls of terminals and do not obey them")
  func controls() async throws {
    let run = try await recorder.record(script(#"printf '\033[2Jx\ty\r\n'"#))
    #expect(run.standardOutput.text == "\u{1B}[2Jx\ty\r\n")
    #expect(run.standardOutput.description == "\\u{1B}[2Jx\ty\\u{D}\n")
    #expect(run.description.contains("\\u{1B}[2Jx"))
    #expect(!run.description.contains("\u{1B}"))
  }
}
