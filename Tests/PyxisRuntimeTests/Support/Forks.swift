import Foundation

// The Swift overlay hides it, since most code is not made for the child of many threads.
@_silgen_name("fork") private func systemFork() -> pid_t

/// Forks.
///
/// - Returns: 0 in the child, which ends at the latest after the deadline; the child's number here.
func forkProcess() throws -> pid_t {
  let child = systemFork()
  if child == 0 {
    // Its only thread may be one of those that leave signals to others.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    endProcessAfterDeadline(deadline / 2)
  }
  guard child >= 0 else { throw POSIXError(.EAGAIN) }
  return child
}

/// Ends the child that this is, without what ends a whole program.
func endChild(succeeding: Bool) -> Never {
  _exit(succeeding ? 0 : 1)
}

/// Waits for the end of a child, and returns whether it succeeded.
func hasSucceeded(_ child: pid_t) throws -> Bool {
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0 {
    guard errno == EINTR else { throw POSIXError(.ECHILD) }
  }
  return status == 0
}

/// Forks, and does some work in the child.
///
/// - Returns: Whether the work returned true there before the deadline.
func inForkedProcess(_ work: () throws -> Bool) throws -> Bool {
  let child = try forkProcess()
  if child == 0 { endChild(succeeding: (try? work()) == true) }
  return try hasSucceeded(child)
}
