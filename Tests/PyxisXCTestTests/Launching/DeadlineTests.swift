import Foundation
import PyxisXCTest
import Testing

@Suite("Deadlines and cancellation")
struct DeadlineTests {
  private let recorder = PyxisRecorder()

  @Test("A host that hangs gets SIGTERM when its time is over")
  func terminated() async throws {
    let run = try await recorder.record(
      script("echo begun; exec sleep 1000", timeout: .milliseconds(200)))
    #expect(run.timedOut)
    #expect(run.termination == .signaled(SIGTERM))
    #expect(!run.succeeded)
    #expect(run.duration >= .milliseconds(200))
    #expect(run.outcome.hasPrefix("timed out after 0.2 seconds, and was killed by signal 15"))
  }

  @Test("A host may use its grace period, and has timed out all the same")
  func grace() async throws {
    let run = try await recorder.record(
      script(
        "trap 'publish 0 \"$dark\"; echo ended; exit 0' TERM; while :; do sleep 1000 & wait; done",
        timeout: .seconds(3)))
    #expect(run.timedOut)
    #expect(run.termination == .exited(0))
    #expect(run.standardOutput.text == "ended\n")
    #expect(run["color_scheme"] == .applied("dark"))
    #expect(!run.succeeded)
  }

  @Test("A host that ignores SIGTERM is killed when its grace period is over")
  func killed() async throws {
    let run = try await recorder.record(
      script(
        "trap '' TERM; while :; do sleep 1000; done", timeout: .seconds(2),
        gracePeriod: .milliseconds(100)))
    #expect(run.timedOut)
    #expect(run.termination == .signaled(SIGKILL))
    #expect(run.duration >= .milliseconds(2100))
  }

  @Test("A stopped host is ended, too")
  func stopped() async throws {
    let run = try await recorder.record(script("kill -STOP $$", timeout: .milliseconds(300)))
    #expect(run.timedOut)
    #expect(run.termination == .signaled(SIGTERM))
  }

  @Test("The whole process group is ended: also what outlives the host in it")
  func group() async throws {
    let folder = try TemporaryFolder()
    let pipe = try Survivor(in: folder)
    let run = try await recorder.record(
      script(
        #"(trap '' TERM; exec 9>"$1"; sleep 1000) & sleep 1000"#, pipe.path, timeout: .seconds(3)))
    #expect(run.timedOut)
    #expect(run.termination == .signaled(SIGTERM))
    #expect(await pipe.waitForEnd())
  }

  @Test("A launch without a deadline ends with its host")
  func endless() async throws {
    var configuration = script("exit 3")
    configuration.timeout = nil
    let run = try await recorder.record(configuration)
    #expect(run.termination == .exited(3))
    configuration.timeout = .seconds(1 << 60)
    #expect(try await recorder.record(configuration).termination == .exited(3))
  }

  @Test("Cancelling the task ends the host and its group, and removes the private directory")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let scratch = try TemporaryFolder()
    let pipe = try Survivor(in: folder)
    let recorder = PyxisRecorder(temporaryDirectory: scratch.path)
    let task = Task {
      try await recorder.record(script(#"exec 9>"$1"; echo >&9; sleep 1000"#, pipe.path))
    }
    #expect(await pipe.waitForText())
    #expect(try scratch.names.count == 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await pipe.waitForEnd())
    #expect(try scratch.names.isEmpty)
  }

  @Test("A task that was cancelled before launches nothing")
  func cancelledBefore() async throws {
    let folder = try TemporaryFolder()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await recorder.record(script(#"echo >"$1/launched""#, folder.path))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try folder.names.isEmpty)
  }
}
