// Measures the runner's side: benchmark-launching main [--only TEXT] [--slices COUNT]
//
// By the wall clock, since waiting is what a launch is made of. What each slice measured is printed
// as a line of JSON; medians, spreads and goals are for the reader of those lines.

import Foundation
import PyxisXCTest

/// The rows that are asked for, and how many slices each of them has.
struct Options {
  private var only = ""
  private(set) var slices = 60

  init(_ arguments: [String]) {
    for (name, value) in zip(arguments, arguments.dropFirst()) {
      if name == "--only" { only = value }
      if name == "--slices" { slices = Int(value) ?? slices }
    }
  }

  func wants(_ row: String) -> Bool { only.isEmpty || row.contains(only) }
}

/// Ends the process unless a condition holds: a benchmark of wrong results is none.
func require(_ holds: Bool, _ sentence: String) {
  if holds { return }
  FileHandle.standardError.write(Data("benchmark: it is not true that \(sentence)\n".utf8))
  exit(EXIT_FAILURE)
}

/// How long work takes, in nanoseconds.
func nanoseconds(_ work: () async throws -> Void) async rethrows -> Double {
  let duration = try await ContinuousClock().measure(work)
  return duration / .nanoseconds(1)
}

let recorder = PyxisRecorder()

/// Starts a program with the C library, and waits for it.
func spawn(_ path: String) {
  var process: pid_t = 0
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
  defer { free(arguments[0]) }
  require(posix_spawn(&process, path, nil, nil, &arguments, environ()) == 0, "a program starts")
  var status: Int32 = 0
  require(waitpid(process, &status, 0) == process && status == 0, "the program exits with 0")
}

/// The variables of this process, for C.
func environ() -> UnsafePointer<UnsafeMutablePointer<CChar>?> {
  let variables = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
  let result = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: variables.count + 1)
  for (position, variable) in variables.enumerated() { result[position] = variable }
  result[variables.count] = nil
  return UnsafePointer(result)
}

/// What launching adds to starting the same program and waiting for it.
func measureLaunching(_ options: Options) async throws {
  guard options.wants("runner.launch") else { return }
  let path = "/bin/true"
  let host = PyxisLaunchConfiguration(executable: path, requested: [.colorScheme(.dark)])
  for slice in 0...options.slices {
    let plain = await nanoseconds { spawn(path) }
    let launch = try await nanoseconds {
      let run = try await recorder.record(host)
      require(run.termination.isSuccess, "the host exits with 0")
    }
    // The first one may have to read the file.
    if slice > 0 { print(#"{"row":"runner.launch","value":\#(launch - plain)}"#) }
  }
}

/// What there is to do when a host with 1,000 reports has ended: reading, checking and removing.
func measureCollecting(_ options: Options) async throws {
  guard options.wants("runner.collect") else { return }
  let script = #"""
    i=0
    while [ $i -lt 1000 ]; do
      printf '{"version":1,"run_id":"%s","pid":%d,"parent_pid":%d,"sequence":%d,"role":"host",%s' \
        "$PYXIS_RUN_ID" $$ $PPID $i \
        '"report":{"variants":{"color_scheme":{"status":"applied","value":"dark"}}}}' \
        >"$PYXIS_REPORT_DIR/pyxis-$$-$i-0123456789abcdef.json"
      i=$((i + 1))
    done
    """#
  let host = PyxisLaunchConfiguration(
    executable: "/bin/sh", arguments: ["-c", script], requested: [.colorScheme(.dark)])
  for _ in 0..<options.slices / 4 {
    var duration = Duration.zero
    let all = try await nanoseconds {
      let run = try await recorder.record(host)
      require(run.reports.count == 1000 && run.succeeded, "all reports are there")
      duration = run.duration
    }
    print(#"{"row":"runner.collect","value":\#(all - duration / .nanoseconds(1))}"#)
  }
}

/// How many rows of a matrix end in a second, with a launch for each core, and with one at a time.
func measureMatrix(_ options: Options) async throws {
  guard options.wants("runner.matrix"), ProcessInfo.processInfo.activeProcessorCount > 1 else {
    return
  }
  let host = PyxisLaunchConfiguration(
    executable: "/bin/sh", arguments: ["-c", "i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done"])
  let matrix = try PyxisMatrix([PyxisAxis("custom.row", values: (0..<16).map(String.init))])
  func rate(atOnce width: Int) async throws -> Double {
    Double(matrix.count) * 1e9
      / (try await nanoseconds {
        let runs = try await recorder.record(matrix, launching: host, atOnce: width)
        require(try runs.allSatisfy { try $0.run().termination.isSuccess }, "all hosts exit with 0")
      })
  }
  var rates: (all: [Double], one: [Double]) = ([], [])
  for _ in 0..<max(options.slices / 8, 1) {
    rates.all.append(try await rate(atOnce: 2))
    rates.one.append(try await rate(atOnce: 1))
  }
  print(#"{"row":"runner.matrix","subject":\#(rates.all),"reference":\#(rates.one)}"#)
}

let options = Options(CommandLine.arguments)
try await measureLaunching(options)
try await measureCollecting(options)
try await measureMatrix(options)
