// Measures the library through its Swift interface: benchmark-swift GROUP [--only TEXT] [--slices COUNT]
//
//   main      everything that needs a process without a launch payload
//   prepared  what starts from the process default; PYXIS_BOOTSTRAP has a payload
//   prepare   one preparation
//   decode    one decoding, which a preparation is compared with

import Dispatch
import Measuring
import PyxisRuntime

/// Runs work inside a task, on a thread that is pinned like this one.
func runInTask(_ work: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    measuring_pin()
    work()
    done.signal()
  }
  done.wait()
}

measuring_start(CommandLine.argc, CommandLine.unsafeArgv)

switch CommandLine.arguments.dropFirst().first {
case "main":
  Reads().measureOutsideTasks()
  Overrides().measureOutsideTasks()
  runInTask {
    Reads().measureInTask()
    Overrides().measureInTask()
  }
  ThreadOverrides().measure("swift.threads.override.nothing")
  Decoding().measure()
case "prepared":
  let report = try preparePyxis { $0 = .withEntries(10) }
  require(report != nil, "there is a launch payload")
  ThreadOverrides().measure("swift.threads.override.default")
case "prepare":
  Preparations.measure()
case "decode":
  Preparations.measureFirstDecoding()
default:
  print("usage: benchmark-swift main|prepared|prepare|decode [--only TEXT] [--slices COUNT]")
}
