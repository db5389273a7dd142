import Dispatch
import Foundation

/// The C compiler of the Swift toolchain in use.
enum Clang {
  /// The compiler failed; the text is what it wrote.
  struct Failure: Error {
    let message: String
  }

  /// Runs the compiler on `input` and returns what it writes to standard output.
  static func run(_ arguments: [String], input: String) throws -> Data {
    let process = Process()
    process.executableURL = try executable
    process.arguments = arguments
    let (standardInput, output) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = output
    process.standardError = FileHandle.standardError
    try process.run()
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + deadline, execute: watchdog)
    defer { watchdog.cancel() }
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(message: "clang \(arguments.joined(separator: " ")) failed")
    }
    return data
  }

  /// The `clang` beside the `swift` in use, else the first one on the path.
  private static var executable: URL {
    get throws {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let folders = path.split(separator: ":").map { URL(filePath: String($0)) }
      let toolchains = folders.flatMap { folder in
        ["swift", "swiftc"].map { folder.appending(path: $0) }
      }.filter(isExecutable).map { $0.resolvingSymlinksInPath().deletingLastPathComponent() }
      let candidates = (toolchains + folders).map { $0.appending(path: "clang") }
      guard let clang = candidates.first(where: isExecutable) else {
        throw Failure(message: "there is no clang beside swift, nor on the path")
      }
      return clang
    }
  }

  private static func isExecutable(_ file: URL) -> Bool {
    FileManager.default.isExecutableFile(atPath: file.path(percentEncoded: false))
  }
}
