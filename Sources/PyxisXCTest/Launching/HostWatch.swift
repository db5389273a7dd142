import Foundation
import PyxisSpawn

/// Watches a host until its process has ended: reads what it writes, and keeps its deadline.
///
/// It waits for the process, and not for the end of its output: a process that the host left behind
/// may keep that open for ever. One thread does everything here, so nothing of it needs a lock.
struct HostWatch: ~Copyable {
  /// What a host's end was like.
  struct Ending {
    var termination = PyxisTermination.unknown
    var output = PyxisOutput(head: [], tail: [], byteCount: 0)
    var error = PyxisOutput(head: [], tail: [], byteCount: 0)
    var duration = Duration.zero
    var timedOut = false
    var wasCancelled = false

    /// Whether even `SIGKILL` did not end the process.
    var isStillRunning = false
  }

  /// How far the host has been asked to end.
  private enum Stage {
    case running
    case terminating
    case killed
  }

  /// How long the system may take to end a process that was killed.
  private static let killPeriod = Duration.seconds(10)

  /// How often to look at a process that the system gives no descriptor for.
  private static let lookPeriod = Duration.milliseconds(5)

  /// How much of a stream may be left to read when its process has ended; pipes hold less.
  private static let leftoverLimit = 16 << 20

  private let host: HostProcess
  private let gracePeriod: Duration
  private let cancellation: Cancellation

  /// Readable when the process has ended; -1 if the system has no such descriptor.
  private let process: Int32

  private var output: HostStream
  private var error: HostStream
  private var stage = Stage.running

  /// When the next stage is due.
  private var deadline: ContinuousClock.Instant?
  private var ending = Ending()

  /// Watches a host that has just started.
  init(
    _ host: consuming HostProcess, _ configuration: PyxisLaunchConfiguration,
    cancellation: Cancellation
  ) {
    process = pyxis_spawn_watch(host.identifier)
    output = HostStream(limit: configuration.outputLimit)
    error = HostStream(limit: configuration.outputLimit)
    gracePeriod = configuration.gracePeriod
    deadline = configuration.timeout.map { [start = host.start] in start.advanced(by: $0) }
    self.cancellation = cancellation
    self.host = host
  }

  deinit {
    if process >= 0 { close(process) }
  }

  /// Waits until the process has ended, or cannot be ended.
  consuming func wait() -> Ending {
    while look(reap: false) == .running, !ending.isStillRunning {
      advance()
      wait(until: deadline)
    }
    ending.duration = ContinuousClock.now - host.start
    // What is left of a group that was to be ended is ended too, as long as the zombie of its
    // leader keeps the identifier from being used again.
    if stage != .running || ending.wasCancelled { signalGroup(SIGKILL) }
    output.drain(host.output, limit: Self.leftoverLimit)
    error.drain(host.error, limit: Self.leftoverLimit)
    ending.output = output.buffer.output
    ending.error = error.buffer.output
    reap()
    return ending
  }

  // MARK: - Waiting

  /// Reads what there is, and returns when something happened or a time has come.
  private mutating func wait(until deadline: ContinuousClock.Instant?) {
    var events = [
      pollfd(fd: process, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: ending.wasCancelled ? -1 : cancellation.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output.isOpen ? host.output.number : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: error.isOpen ? host.error.number : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&events, nfds_t(events.count), timeout(until: deadline)) > 0 else { return }
    if events[1].revents != 0 {
      ending.wasCancelled = true
      if stage == .running { self.deadline = .now }
    }
    if events[2].revents != 0 { output.read(host.output) }
    if events[3].revents != 0 { error.read(host.error) }
  }

  /// How long to wait at most, in milliseconds as `poll` takes them; -1 for as long as it takes.
  private func timeout(until deadline: ContinuousClock.Instant?) -> Int32 {
    var left = deadline.map { $0 - .now }
    if process < 0 { left = min(left ?? Self.lookPeriod, Self.lookPeriod) }
    guard let left else { return -1 }
    let (seconds, attoseconds) = left.components
    if seconds < 0 || attoseconds < 0 { return 0 }
    // An hour at a time, and no less than what is left: it is looked at again after that.
    return Int32(min(seconds, 3600)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
  }

  // MARK: - Ending the host

  /// Goes on to the next stage if its time has come.
  private mutating func advance() {
    guard let deadline, deadline <= .now else { return }
    switch stage {
    case .running:
      ending.timedOut = !ending.wasCancelled
      stage = .terminating
      self.deadline = .now.advanced(by: gracePeriod)
      signalGroup(SIGTERM)
      // A stopped process would not see it.
      signalGroup(SIGCONT)
    case .terminating:
      stage = .killed
      self.deadline = .now.advanced(by: Self.killPeriod)
      signalGroup(SIGKILL)
    case .killed:
      ending.isStillRunning = true
    }
  }

  /// Sends a signal to the host's process group, if the host is still this process's child.
  private func signalGroup(_ signal: Int32) {
    guard look(reap: false) != .lost else { return }
    kill(-host.identifier, signal)
  }

  // MARK: - The process

  /// Looks at the process, without waiting.
  private func look(reap: Bool) -> pyxis_spawn_state {
    var code: Int32 = 0
    return pyxis_spawn_wait(host.identifier, false, reap, &code)
  }

  /// Takes the process's exit status.
  private mutating func reap() {
    var code: Int32 = 0
    switch pyxis_spawn_wait(host.identifier, false, true, &code) {
    case .exited: ending.termination = .exited(code)
    case .killed: ending.termination = .signaled(code)
    case .lost: ending.termination = .unknown
    case .running: reapLater()
    }
  }

  /// Leaves a process that cannot be ended to a thread, so that it does not stay as a zombie.
  private func reapLater() {
    let identifier = host.identifier
    try? startThread {
      var code: Int32 = 0
      _ = pyxis_spawn_wait(identifier, true, true, &code)
    }
  }
}

/// One of a host's output streams.
private struct HostStream {
  private static let chunkSize = 1 << 16

  var buffer: OutputBuffer

  /// Whether anybody may still write to it.
  var isOpen = true

  init(limit: Int) {
    buffer = OutputBuffer(limit: limit)
  }

  /// Reads once, without waiting.
  ///
  /// - Returns: How much was read.
  @discardableResult
  mutating func read(_ descriptor: borrowing Descriptor) -> Int {
    withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 1) { chunk in
      let count = Foundation.read(descriptor.number, chunk.baseAddress, chunk.count)
      if count > 0 {
        buffer.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        isOpen = false
      }
      return max(count, 0)
    }
  }

  /// Reads what is there, without waiting for more.
  mutating func drain(_ descriptor: borrowing Descriptor, limit: Int) {
    var left = limit
    while isOpen, left > 0 {
      let count = read(descriptor)
      if count == 0 { return }
      left -= count
    }
  }
}
