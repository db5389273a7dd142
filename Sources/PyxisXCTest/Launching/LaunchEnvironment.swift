import Foundation
import PyxisCore
import PyxisSpawn

/// The environment of a host, as the bytes `NAME=value` that it gets.
///
/// The runner's variables go through as they are, whether they are UTF-8 or not.
struct LaunchEnvironment {
  /// The variables that only the recorder sets.
  static let launchVariables: [String] = [
    pyxisEnvironmentKey, pyxisEnvironmentFileKey, reportDirectoryVariable, runIdentifierVariable,
  ]

  /// The absolute path of the directory for reports.
  static let reportDirectoryVariable = "PYXIS_REPORT_DIR"

  /// The identifier of the run.
  static let runIdentifierVariable = "PYXIS_RUN_ID"

  /// The entries, in the order in which the host gets them.
  private(set) var entries: [[UInt8]]

  /// Makes the environment that a configuration asks for, without launch variables.
  init(_ configuration: PyxisLaunchConfiguration) {
    let changed = Set(
      (Self.launchVariables + configuration.environment.keys).map { Array($0.utf8) })
    entries =
      configuration.inheritsEnvironment
      ? Self.inherited.filter { !changed.contains(Array(Self.name(of: $0))) } : []
    for (name, value) in configuration.environment.sorted(by: { $0.key < $1.key }) {
      guard let value, !Self.launchVariables.contains(name) else { continue }
      set(name, value)
    }
  }

  /// Adds a variable, which is not there yet.
  mutating func set(_ name: String, _ value: String) {
    entries.append(Array(name.utf8) + [UInt8(ascii: "=")] + Array(value.utf8))
  }

  /// The value of a variable, with U+FFFD in place of what is not UTF-8.
  func value(of name: String) -> String? {
    let prefix = Array(name.utf8) + [UInt8(ascii: "=")]
    return entries.first { $0.starts(with: prefix) }
      .map { String(decoding: $0.dropFirst(prefix.count), as: UTF8.self) }
  }

  /// The name of an entry.
  static func name(of entry: [UInt8]) -> ArraySlice<UInt8> {
    entry.prefix { $0 != UInt8(ascii: "=") }
  }

  /// The runner's own variables.
  private static var inherited: [[UInt8]] {
    guard var next = pyxis_spawn_environment() else { return [] }
    var entries: [[UInt8]] = []
    while let entry = next.pointee {
      entries.append(Array(UnsafeBufferPointer(start: entry, count: strlen(entry)).bytes))
      next += 1
    }
    return entries
  }
}

extension UnsafeBufferPointer<CChar> {
  /// The characters, as bytes.
  fileprivate var bytes: some Collection<UInt8> { lazy.map { UInt8(bitPattern: $0) } }
}
