import Foundation

/// Where the files of the project are that the suite reads.
enum SourceFolders {
  /// The folder of this suite.
  static let parity = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the package.
  static let package = parity.deletingLastPathComponent().deletingLastPathComponent()

  /// The header that this suite is about.
  static let header = package.appending(path: "Include/pyxis.h").path(percentEncoded: false)

  /// The values that the header's constants have for ever.
  static let constants = parity.appending(path: "constants.txt")

  /// A list of cases that every implementation of a contract decides the same way.
  static func cases(_ name: String) -> URL {
    package.appending(path: "Tests/PyxisCoreTests/Cases/\(name)")
  }
}
