import PyxisCore
import PyxisShims

/// Whether the process is prepared: at most once, and by one preparation at a time (R12).
enum PreparationState {
  private enum State {
    case idle
    /// Reserved by a thread of the process that had this many forks before it.
    case inProgress(thread: UnsafeMutableRawPointer, forks: UInt64)
    /// Prepared by a launch that wants its reports somewhere, or nowhere.
    case prepared(ReportDestination)
  }

  // Guarded by the preparation lock.
  nonisolated(unsafe) private static var state: State = .idle

  /// Reserves the one preparation.
  static func reserve() throws(PyxisBootstrapError) {
    pyxis_shims_acquire(.preparation)
    defer { pyxis_shims_release(.preparation) }
    let thread = UnsafeMutableRawPointer(pyxis_shims_current_thread())
    let forks = pyxis_shims_fork_count()
    switch state {
    case .prepared: throw .alreadyPrepared
    // A thread that was preparing when this process was forked off is not in it, unless it forked.
    case .inProgress(let owner, let then) where then == forks || owner == thread:
      throw .preparationInProgress
    case .idle, .inProgress: state = .inProgress(thread: thread, forks: forks)
    }
  }

  /// Gives the reservation back: a corrected preparation may follow (R13).
  static func release() {
    pyxis_shims_acquire(.preparation)
    state = .idle
    pyxis_shims_release(.preparation)
  }

  /// Publishes configuration and report together (R10).
  ///
  /// - Parameter destination: Where the launch wants its reports.
  static func publish(_ configuration: PyxisConfiguration, _ destination: ReportDestination) {
    pyxis_shims_acquire(.preparation)
    ProcessDefault.publish(configuration)
    state = .prepared(destination)
    pyxis_shims_release(.preparation)
  }

  /// Where the launch wants its reports, or nil as long as the process is not prepared.
  static var destination: ReportDestination? {
    pyxis_shims_acquire(.preparation)
    defer { pyxis_shims_release(.preparation) }
    if case .prepared(let destination) = state { return destination }
    return nil
  }
}
