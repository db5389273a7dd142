import Foundation
import PyxisCore
import PyxisSpawn

/// The private directory of one run: 0700, with a directory for reports, and with the request if
/// that is too large for the environment.
///
/// It is locked as long as its runner lives. What a killed runner left behind is removed by a later
/// one, which knows it by the lock that nobody has.
struct RunDirectory: ~Copyable {
  /// What all names begin with, and those of nobody else: other runners do not lock theirs.
  private static let prefix = "pyxis-recorder-"

  /// The absolute path.
  let path: String

  /// The absolute path of the directory for reports.
  var reportPath: String { path + "/reports" }

  /// The directory itself; with it goes the lock.
  private let directory: Descriptor

  /// The directory for reports, as it was made.
  let reports: Descriptor

  /// Makes a private directory in a directory for temporary files.
  static func make(in base: String) throws(PyxisLaunchError) -> RunDirectory {
    removeAbandonedOnce(in: base)
    // Another process may take it for abandoned before it is locked, and remove it.
    for _ in 0..<5 {
      if let result = try makeOnce(in: base) { return result }
    }
    throw .systemFailure(reason: "cannot keep a private directory in \(base.quoted())")
  }

  /// Makes a directory; `nil` if another process removes it.
  private static func makeOnce(in base: String) throws(PyxisLaunchError) -> RunDirectory? {
    do throws(SystemError) {
      let path = try makeUnique(base + "/" + prefix)
      guard let directory = try lock(path) else { return nil }
      _ = try uninterrupted { mkdirat(directory.number, "reports", 0o700) }.get()
      let reports = try Descriptor.open(
        "reports", in: directory.number, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      return RunDirectory(path: path, directory: directory, reports: reports)
    } catch {
      throw .systemFailure(
        reason: "cannot make a private directory in \(base.quoted()): \(error)")
    }
  }

  /// Opens and locks a directory; `nil` if another process removes it.
  private static func lock(_ path: String) throws(SystemError) -> Descriptor? {
    let directory: Descriptor
    do throws(SystemError) {
      directory = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    guard pyxis_spawn_lock(directory.number) else { return nil }
    // It may have been removed before it was locked, and nobody removes it after that.
    var place = stat()
    guard lstat(path, &place) == 0 else { return nil }
    return directory
  }

  /// Makes a directory with a name that no other one has.
  private static func makeUnique(_ prefix: String) throws(SystemError) -> String {
    var template = Array((prefix + "XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(code: errno) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Writes the request into a file of its own.
  ///
  /// - Returns: The absolute path of the file.
  func writeRequest(_ payload: String) throws(PyxisLaunchError) -> String {
    try HostProcess.systemCall("write the launch request") { () throws(SystemError) in
      let file = try Descriptor.open(
        "request.json", in: directory.number, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
      try file.write(payload.utf8)
    }
    return path + "/request.json"
  }

  /// Removes the directory with everything in it.
  ///
  /// - Returns: Why something is still there, or `nil`.
  consuming func remove() -> String? {
    Self.remove(path, directory)
  }

  /// Removes an open directory.
  private static func remove(_ path: String, _ directory: borrowing Descriptor) -> String? {
    if let reason = DirectoryRemoval.empty(directory) { return reason }
    do throws(SystemError) {
      _ = try uninterrupted { rmdir(path) }.get()
      return nil
    } catch {
      // A host may have removed it itself; what it puts there instead is its own.
      return error.code == ENOENT ? nil : "\(error)"
    }
  }

  // MARK: - What killed runners left behind

  /// The directories in which this process has looked already.
  private static let searched = Locked<Set<String>>([])

  /// Removes private directories of processes that are gone, once for each base in a process.
  private static func removeAbandonedOnce(in base: String) {
    guard searched.withLock({ $0.insert(base).inserted }) else { return }
    removeAbandoned(in: base)
  }

  /// Removes private directories of processes that are gone.
  static func removeAbandoned(in base: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = base + "/" + name
      guard
        let directory = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
        (try? directory.status())?.st_uid == geteuid(),
        pyxis_spawn_lock(directory.number)
      else { continue }
      _ = remove(path, directory)
    }
  }
}
