// A host written in Swift: prepares itself from its environment, opens two nested scopes, and
// prints what it saw as one JSON document. ../../../C/host.c and ../../../Python/host.py do the
// same; ../../../compare.py launches the three and compares them.
//
//   pyxis-host                   prepare and print; exit status 3 if the preparation fails
//   pyxis-host --decode          decode launch payloads from standard input, a line for each
//   pyxis-host --decode-reports  the same for encoded reports

import PyxisRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@main
@MainActor
enum PyxisHost {
  /// The exit status of a preparation that failed.
  private static let preparationStatus: Int32 = 3

  static func main() async {
    do {
      exit(try await run(Array(CommandLine.arguments.dropFirst())))
    } catch {
      try? complain("\(error)")
      exit(EXIT_FAILURE)
    }
  }

  /// Does what the arguments ask for, and returns the exit status.
  private static func run(_ arguments: [String]) async throws -> Int32 {
    switch arguments {
    case []:
      return try await prepareAndPrint()
    case ["--decode"]:
      try decode { ("requested", json(try PyxisVariants(decoding: $0))) }
      return EXIT_SUCCESS
    case ["--decode-reports"]:
      try decode { ("report", json(try PyxisBootstrapReport(decoding: $0))) }
      return EXIT_SUCCESS
    default:
      try complain("usage: pyxis-host [--decode | --decode-reports]")
      return 2
    }
  }

  /// Prepares the process, opens the scopes, and prints the document.
  private static func prepareAndPrint() async throws -> Int32 {
    let report: PyxisBootstrapReport?
    do {
      report = try prepare()
    } catch {
      try complain("\(error)")
      try printLine(.object([("language", .string("Swift")), ("error", json(error))]))
      return preparationStatus
    }
    try printLine(
      .object([
        ("language", .string("Swift")),
        ("prepared", .boolean(report != nil)),
        ("requested", json(pyxisConfiguration.requested)),
        ("steps", .array(await steps())),
        ("report", pyxisConfiguration.report.map(json) ?? .null),
        ("encoded", JSON(try report?.encoded())),
      ]))
    return EXIT_SUCCESS
  }

  /// Decodes each frame of standard input, and prints a line for it.
  private static func decode(_ body: ([UInt8]) throws -> (String, JSON)) throws {
    for (index, frame) in try frames(of: readInput()).enumerated() {
      do {
        try printLine(.object([try body(frame)]))
      } catch let error as PyxisBootstrapError {
        try complain("frame \(index): \(error)")
        try printLine(.object([("error", json(error))]))
      }
    }
  }
}
