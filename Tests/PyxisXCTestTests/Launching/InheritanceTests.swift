import Foundation
import PyxisXCTest
import Testing

#if os(Linux)
  @Suite("What a host starts with")
  struct InheritanceTests {
    @Test("The host leads its own session and group")
    func session() async throws {
      let run = try await record("read line </proc/self/stat; cat /proc/$$/stat")
      let fields = run.standardOutput.text.split(separator: " ")
      #expect(fields[0] == "\(run.processIdentifier)")
      #expect(fields[4] == fields[0], "the process group")
      #expect(fields[5] == fields[0], "the session")
      #expect(fields[6] == "0", "the terminal")
    }

    @Test("It has three open files, whatever the runner has open")
    func descriptors() async throws {
      let numbers = [open("/", O_RDONLY), open("/dev/null", O_WRONLY)]
      defer { numbers.forEach { close($0) } }
      #expect(numbers.allSatisfy { $0 > 2 })
      // What the shell opens to list them is gone when it looks at each.
      let run = try await record(
        "for file in /proc/$$/fd/*; do [ -L $file ] && echo ${file##*/}; done")
      #expect(run.standardOutput.text == "0\n1\n2\n")
    }

    @Test("It blocks and ignores no signal, whatever the runner does")
    func signals() async throws {
      await #expect(processExitsWith: .success) {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGHUP, SIG_IGN)
        signal(SIGUSR1) { _ in }
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        let run = try await PyxisRecorder().record(
          PyxisLaunchConfiguration(executable: "/bin/cat", arguments: ["/proc/self/status"]))
        let signals = run.standardOutput.lines.filter { $0.hasPrefix("Sig") }
        let none = "0000000000000000"
        // The C library starts every process with its two own signals, 32 and 33, ignored.
        let ignored = [none, "0000000180000000"]
        #expect(signals.contains("SigBlk:\t\(none)"), "\(signals)")
        #expect(ignored.contains { signals.contains("SigIgn:\t\($0)") }, "\(signals)")
        #expect(signals.contains("SigCgt:\t\(none)"), "\(signals)")
      }
    }

    @Test("Launching works in a runner whose standard streams are closed")
    func closedStreams() async {
      await #expect(processExitsWith: .exitCode(7)) {
        for number in Int32(0)...2 { close(number) }
        let run = try await record("cat; echo out; echo err >&2")
        let isRight =
          run.standardOutput.text == "out\n" && run.standardError.text == "err\n"
          && run.termination.isSuccess
        exit(isRight ? 7 : 8)
      }
    }

    @Test("Launching leaves no open file and no child behind")
    func leaks() async {
      await #expect(processExitsWith: .success) {
        func openFiles() throws -> [String] {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").sorted()
        }
        _ = try await record("exit 0")
        let before = try openFiles()
        for number in 0..<10 {
          _ = try await record("exit \(number)")
          _ = try? await PyxisRecorder().record(PyxisLaunchConfiguration(executable: "/nowhere"))
        }
        let after = try openFiles()
        #expect(after == before, "\(before) \(after)")
        #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
      }
    }

    @Test("Other children of the runner are left to whoever waits for them")
    func otherChildren() async throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "exit 5"]
      try process.run()
      #expect(try await record("exit 6").termination == .exited(6))
      process.waitUntilExit()
      #expect(process.terminationStatus == 5)
    }

    @Test("A runner that ignores SIGCHLD gets a run without an exit status, and hears about it")
    func ignoredChildren() async {
      await #expect(processExitsWith: .success) {
        signal(SIGCHLD, SIG_IGN)
        let run = try await record("echo out; " + publishingScript)
        #expect(run.termination == .unknown)
        #expect(run.problems == [.unknownTermination])
        #expect(run.standardOutput.text == "out\n")
        #expect(run["color_scheme"] == .applied("dark"))
        #expect(!run.succeeded)
      }
    }
  }
#endif
