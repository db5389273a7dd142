import Foundation

/// Runs work on a new thread, which nobody waits for.
///
/// Unlike Foundation's, this says so if the system has no thread to give.
///
/// - Throws: ``PyxisLaunchError/systemFailure(reason:)``; then the work does not run.
func startThread(_ work: @escaping @Sendable () -> Void) throws(PyxisLaunchError) {
  let box = Unmanaged.passRetained(ThreadWork(work))
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  pthread_attr_setstacksize(&attributes, 1 << 20)
  #if canImport(Darwin)
    var thread: pthread_t?
    let error = pthread_create(&thread, &attributes, { runThread($0) }, box.toOpaque())
  #else
    var thread = pthread_t()
    let error = pthread_create(&thread, &attributes, { runThread($0) }, box.toOpaque())
  #endif
  if error != 0 {
    box.release()
    throw .systemFailure(reason: "cannot start a thread: \(errorText(error))")
  }
}

/// What a thread runs.
private final class ThreadWork: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Runs the work that a thread was started with.
private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
