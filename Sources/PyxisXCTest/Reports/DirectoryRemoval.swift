import Foundation

/// Removes what is in a directory, whatever a host has put there.
///
/// Directories inside are moved to the top before they are emptied. So it takes one open file more
/// for any depth, and no path gets too long. No link is followed, and no mount is left.
struct DirectoryRemoval {
  /// How often a directory may turn out not to be empty after all: somebody still puts files there.
  private static let attempts = 20

  /// A number that no name has yet.
  private var nextName = 0

  /// The directories that were moved to the top.
  private var moved: [FileName] = []

  /// Empties a directory.
  ///
  /// - Returns: Why something is still there, or `nil`.
  static func empty(_ top: borrowing Descriptor) -> String? {
    fchmod(top.number, 0o700)
    var removal = DirectoryRemoval()
    var failure: SystemError?
    for _ in 0..<attempts {
      failure = removal.emptyOnce(top)
      if failure == nil, DirectoryNames(of: top)?.next() == nil { return nil }
    }
    return failure.map { "\($0)" } ?? "somebody still puts files there"
  }

  /// Removes all names of the directory, those that get there meanwhile included.
  ///
  /// - Returns: The first failure; the others are removed anyway.
  private mutating func emptyOnce(_ top: borrowing Descriptor) -> SystemError? {
    var failure: SystemError?
    guard let names = DirectoryNames(of: top) else { return SystemError(code: errno) }
    while let name = moved.popLast() ?? names.next() {
      do throws(SystemError) {
        try remove(name, from: top)
      } catch {
        failure = failure ?? error
      }
    }
    return failure
  }

  /// Removes a file, or a directory of whose directories the top gets the contents.
  private mutating func remove(_ name: FileName, from top: borrowing Descriptor) throws(SystemError)
  {
    if try unlink(name, in: top) { return }
    // Without these permissions it cannot be read, emptied or moved.
    _ = name.withCString { fchmodat(top.number, $0, 0o700, 0) }
    do {
      let directory = try Descriptor.open(
        name, in: top.number, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      guard let names = DirectoryNames(of: directory) else { throw SystemError(code: errno) }
      while let inner = names.next() {
        if try !unlink(inner, in: directory) { try move(inner, from: directory, to: top) }
      }
    }
    _ = try uninterrupted { name.withCString { unlinkat(top.number, $0, AT_REMOVEDIR) } }.get()
  }

  /// Removes a file.
  ///
  /// - Returns: Whether it was one, and no directory.
  private func unlink(
    _ name: FileName, in directory: borrowing Descriptor
  ) throws(SystemError) -> Bool {
    let number = directory.number
    do throws(SystemError) {
      _ = try uninterrupted { name.withCString { unlinkat(number, $0, 0) } }.get()
      return true
    } catch {
      if error.code == ENOENT { return true }
      // What POSIX says of directories, and what Linux does.
      if error.code == EPERM || error.code == EISDIR { return false }
      throw error
    }
  }

  /// Moves a directory to the top, under a name that nothing has there.
  private mutating func move(
    _ name: FileName, from directory: borrowing Descriptor, to top: borrowing Descriptor
  ) throws(SystemError) {
    let numbers = (from: directory.number, to: top.number)
    _ = name.withCString { fchmodat(numbers.from, $0, 0o700, 0) }
    while true {
      nextName += 1
      let target = FileName("pyxis-removed-\(nextName)")
      do throws(SystemError) {
        _ = try uninterrupted {
          name.withCString { old in
            target.withCString { renameat(numbers.from, old, numbers.to, $0) }
          }
        }.get()
        moved.append(target)
        return
      } catch {
        // A file or a directory of the host's has that name.
        guard [EEXIST, ENOTEMPTY, ENOTDIR].contains(error.code) else { throw error }
      }
    }
  }
}
