import PyxisCore
import PyxisShims

/// Whether the process is prepared: at most once, and by one preparation at a time (R12).
enum PreparationState {
  private enum State {
    case idle
    /// Reserved by a thread of the process that had this many forks before it.
    case inProgress(thread: UnsafeMutableRawPointer, forks: UInt64)
    case prepared
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
  static func publish(_ configuration: PyxisConfiguration) {
    pyxis_shims_acquire(.preparation)
    ProcessDefault.publish(configuration)
    state = .prepared
    pyxis_shims_release(.preparation)
  }
}
