import Foundation
import PyxisCore

/// How a host is launched: the program, what it starts with, and how long it may take.
///
/// ```swift
/// let configuration = PyxisLaunchConfiguration(
///   executable: "build/app", arguments: ["--headless"],
///   requested: [.colorScheme(.dark), .subscriptionStatus("trial")], timeout: .seconds(20))
/// let run = try await PyxisRecorder().record(configuration)
/// ```
///
/// Overrides in the runner's process never reach the host: only what stands here does (R26).
public struct PyxisLaunchConfiguration: Hashable, Sendable {
  /// The program: a path, which is taken from the runner's working directory where it is relative,
  /// or a name without a slash, which is looked up in the `PATH` that the host gets.
  ///
  /// Empty entries of `PATH` are skipped: nothing is looked up in a working directory.
  public var executable: String

  /// The arguments after the program's name.
  public var arguments: [String]

  /// Variables that the host gets besides those it inherits; `nil` removes one of those.
  ///
  /// The launch variables of Pyxis (`PYXIS_BOOTSTRAP`, `PYXIS_BOOTSTRAP_FILE`, `PYXIS_REPORT_DIR`
  /// and `PYXIS_RUN_ID`) are the recorder's: they are taken neither from here nor from the runner.
  public var environment: [String: String?]

  /// Whether the host inherits the other variables of the runner's environment.
  public var inheritsEnvironment: Bool

  /// The variants that the host is asked for.
  public var requested: PyxisVariants

  /// The host's working directory; `nil` for the runner's.
  public var workingDirectory: String?

  /// How long the host may take; `nil` for as long as it likes.
  ///
  /// After this, its process group gets `SIGTERM`, and `SIGKILL` after the ``gracePeriod``.
  public var timeout: Duration?

  /// How long a host that was asked to end may take to do so before it is killed.
  public var gracePeriod: Duration

  /// How many bytes of each output stream are kept: the first half and the last one.
  ///
  /// The host can write more. It is never held up by it; the rest is counted, and left out.
  public var outputLimit: Int

  /// Makes a launch configuration.
  ///
  /// - Parameters:
  ///   - executable: The program's path, or a name to be looked up in `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: Variables that are added; `nil` removes an inherited one.
  ///   - inheritsEnvironment: Whether the host inherits the runner's other variables.
  ///   - requested: The variants that the host is asked for.
  ///   - workingDirectory: The host's working directory; `nil` for the runner's.
  ///   - timeout: How long the host may take: 60 seconds, if nothing else is said.
  ///   - gracePeriod: The time from `SIGTERM` to `SIGKILL`.
  ///   - outputLimit: How many bytes of each output stream are kept.
  public init(
    executable: String,
    arguments: [String] = [],
    environment: [String: String?] = [:],
    inheritsEnvironment: Bool = true,
    requested: PyxisVariants = [],
    workingDirectory: String? = nil,
    timeout: Duration? = .seconds(60),
    gracePeriod: Duration = .seconds(2),
    outputLimit: Int = 1 << 20
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.inheritsEnvironment = inheritsEnvironment
    self.requested = requested
    self.workingDirectory = workingDirectory
    self.timeout = timeout
    self.gracePeriod = gracePeriod
    self.outputLimit = outputLimit
  }

  /// This configuration, with other requested variants.
  ///
  /// - Parameter variants: Each is added, or replaces the requested one with its key.
  public func requesting(_ variants: PyxisVariants) -> Self {
    var result = self
    for variant in variants { result.requested.set(variant) }
    return result
  }
}

extension PyxisLaunchConfiguration {
  /// Checks what no host could be launched with.
  func validate() throws(PyxisLaunchError) {
    if let fault { throw .invalidConfiguration(reason: fault) }
  }

  /// What is wrong with the configuration, as a clause, or `nil`.
  private var fault: String? {
    if executable.isEmpty { return "the executable is an empty string" }
    if executable.utf8.contains(0) { return "the executable \(executable.quoted()) has a NUL" }
    if let position = arguments.firstIndex(where: { $0.utf8.contains(0) }) {
      return "the argument at position \(position), \(arguments[position].quoted()), has a NUL"
    }
    if let fault = environmentFault { return fault }
    if let workingDirectory, workingDirectory.isEmpty || workingDirectory.utf8.contains(0) {
      return "the working directory \(workingDirectory.quoted()) is empty or has a NUL"
    }
    if let timeout, timeout <= .zero { return "the timeout of \(timeout) is not positive" }
    if gracePeriod < .zero { return "the grace period of \(gracePeriod) is negative" }
    if outputLimit < 0 { return "the output limit of \(outputLimit) bytes is negative" }
    return nil
  }

  /// What is wrong with the added variables, as a clause, or `nil`.
  private var environmentFault: String? {
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      if name.isEmpty || name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
        return "the name \(name.quoted()) of an environment variable is empty or has a NUL or \"=\""
      }
      if let value, value.utf8.contains(0) {
        return "the value of the environment variable \(name.quoted()) has a NUL"
      }
    }
    return nil
  }
}
