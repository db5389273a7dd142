import CParityTable

/// Runs work in a forked child, on its main thread, and returns the child's exit code.
///
/// The child has nothing of the test library: the work says with its code what went wrong.
func inForkedChild(_ work: @escaping () -> Int32) -> Int32 {
  let box = Unmanaged.passRetained(ForkedWork(work))
  defer { box.release() }
  return parity_run_forked(
    Int32(TestSupport.deadline),
    { context in
      guard let context else { return -1 }
      return Unmanaged<ForkedWork>.fromOpaque(context).takeUnretainedValue().run()
    }, box.toOpaque())
}

private final class ForkedWork {
  let run: () -> Int32

  init(_ run: @escaping () -> Int32) {
    self.run = run
  }
}
