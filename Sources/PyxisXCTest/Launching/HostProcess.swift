import Foundation
import PyxisCore
import PyxisSpawn

/// A host that was started, with the runner's ends of its output streams.
struct HostProcess: ~Copyable {
  /// The identifier of the process, of its group and of its session.
  let identifier: pid_t

  /// What the host writes to its standard output and standard error; reading does not wait.
  let output: Descriptor
  let error: Descriptor

  /// When it was started, by the clock that measures and by the calendar.
  let start: ContinuousClock.Instant
  let startDate: Date

  /// Starts a host in a session of its own.
  ///
  /// - Parameters:
  ///   - configuration: What is launched.
  ///   - environment: Its whole environment.
  static func start(
    _ configuration: PyxisLaunchConfiguration, environment: LaunchEnvironment
  ) throws(PyxisLaunchError) -> HostProcess {
    let path = try ExecutableSearch.find(
      configuration.executable, path: environment.value(of: "PATH"))
    if let directory = configuration.workingDirectory,
      let fault = ExecutableSearch.fault(ofWorkingDirectory: directory)
    {
      throw fault
    }
    let input = try systemCall("open /dev/null") { () throws(SystemError) in
      try Descriptor.open("/dev/null", O_RDONLY).aboveStandard()
    }
    let output = try OutputPipe()
    let error = try OutputPipe()
    let startDate = Date()
    let start = ContinuousClock.now
    let identifier = try spawn(
      path, configuration, environment,
      descriptors: (input.number, output.writeEnd.number, error.writeEnd.number))
    return HostProcess(
      identifier: identifier, output: output.takeReadEnd(), error: error.takeReadEnd(),
      start: start, startDate: startDate)
  }

  /// Calls the system, and says what for if it refuses.
  static func systemCall<Value: ~Copyable>(
    _ purpose: String, _ call: () throws(SystemError) -> Value
  ) throws(PyxisLaunchError) -> Value {
    do throws(SystemError) {
      return try call()
    } catch {
      throw .systemFailure(reason: "cannot \(purpose): \(error)")
    }
  }

  /// Starts the program.
  private static func spawn(
    _ path: String, _ configuration: PyxisLaunchConfiguration, _ environment: LaunchEnvironment,
    descriptors: (input: Int32, output: Int32, error: Int32)
  ) throws(PyxisLaunchError) -> pid_t {
    let arguments = ([configuration.executable] + configuration.arguments).map { Array($0.utf8) }
    var identifier: pid_t = 0
    let error = withCStrings(arguments) { arguments in
      withCStrings(environment.entries) { variables in
        path.withCString { path in
          withOptionalCString(configuration.workingDirectory) { directory in
            var request = pyxis_spawn_request(
              path: path, arguments: arguments, environment: variables, directory: directory,
              input: descriptors.input, output: descriptors.output, error: descriptors.error)
            return retryWhileBusy { pyxis_spawn(&request, &identifier) }
          }
        }
      }
    }
    if error != 0 {
      throw launchError(error, path, configuration, arguments, environment.entries)
    }
    return identifier
  }

  /// Calls a function again, up to 0.5 s long, while somebody writes the program.
  ///
  /// A program that was written just now may be open for writing in a child that another thread has
  /// just started, until that child executes its own program.
  private static func retryWhileBusy(_ start: () -> Int32) -> Int32 {
    var error = start()
    for attempt in 0..<9 where error == ETXTBSY {
      usleep(1000 << attempt)
      error = start()
    }
    return error
  }

  /// What an `errno` of starting a program means.
  private static func launchError(
    _ error: Int32, _ path: String, _ configuration: PyxisLaunchConfiguration,
    _ arguments: [[UInt8]], _ variables: [[UInt8]]
  ) -> PyxisLaunchError {
    // What was there before may be gone by now.
    if let directory = configuration.workingDirectory,
      let fault = ExecutableSearch.fault(ofWorkingDirectory: directory)
    {
      return fault
    }
    switch error {
    case E2BIG:
      return .argumentsTooLarge(arguments: arguments, variables: variables)
    case EAGAIN, ENOMEM, EMFILE, ENFILE, ENOTSUP:
      return .systemFailure(reason: "cannot start a process: \(errorText(error))")
    default:
      return ExecutableSearch.fault(of: path)
        ?? .notExecutable(
          executable: path, reason: ExecutableSearch.reason(for: error, executing: path))
    }
  }
}

extension PyxisLaunchError {
  /// The error of arguments and variables that the system does not pass to a program.
  static func argumentsTooLarge(arguments: [[UInt8]], variables: [[UInt8]]) -> Self {
    let named =
      arguments.enumerated().map { ("argument \($0.offset)", $0.element.count + 1) }
      + variables.map {
        let name = String(decoding: LaunchEnvironment.name(of: $0), as: UTF8.self)
        return ("the environment variable \(name.quoted())", $0.count + 1)
      }
    let largest = named.max { $0.1 < $1.1 } ?? ("nothing", 0)
    return .argumentsTooLarge(
      byteCount: named.reduce(0) { $0 + $1.1 }, largest: largest.0, largestByteCount: largest.1)
  }
}

/// A pipe; reading from it does not wait.
private struct OutputPipe: ~Copyable {
  let readEnd: Descriptor
  let writeEnd: Descriptor

  init() throws(PyxisLaunchError) {
    var numbers: (read: Int32, write: Int32) = (-1, -1)
    let error = pyxis_spawn_pipe(&numbers.read, &numbers.write)
    guard error == 0 else {
      throw .systemFailure(reason: "cannot make a pipe: \(errorText(error))")
    }
    readEnd = Descriptor(numbers.read)
    writeEnd = Descriptor(numbers.write)
    // Only for this end: the host's one keeps to wait for room.
    _ = fcntl(numbers.read, F_SETFL, O_NONBLOCK)
  }

  /// The end to read from; the other one is closed.
  consuming func takeReadEnd() -> Descriptor { readEnd }
}
