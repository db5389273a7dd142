import PyxisXCTest

/// What scripts begin with: how they publish reports.
private let prelude = #"""
  # publish SEQUENCE VARIANTS: publishes a report; role, pid, parent and run change whose it is.
  publish() {
    file="pyxis-${pid:-$$}-$1-$(printf '%016x' "${number:=0}").json"
    number=$((number + 1))
    envelope "$@" >"$PYXIS_REPORT_DIR/$file"
  }
  # envelope SEQUENCE VARIANTS: prints what publish writes.
  envelope() {
    printf '{"version":1,"run_id":"%s","pid":%d,"parent_pid":%d,"sequence":%d,"role":"%s",' \
      "${run:-$PYXIS_RUN_ID}" "${pid:-$$}" "${parent:-$PPID}" "$1" "${role:-host}"
    printf '"report":{"variants":%s}}' "$2"
  }
  dark='{"color_scheme":{"status":"applied","value":"dark"}}'
  light='{"color_scheme":{"status":"applied","value":"light"}}'

  """#

/// A host that is a shell script.
///
/// - Parameters:
///   - script: The script. `publish` and `envelope` are there for it.
///   - arguments: What the script finds in `$1` and so on.
///   - requested: What it is asked for.
///   - timeout: A deadline that a test does not reach, unless it is about that.
func script(
  _ script: String, _ arguments: String..., environment: [String: String?] = [:],
  requested: PyxisVariants = [.colorScheme(.dark)], timeout: Duration = .seconds(deadline),
  gracePeriod: Duration = .seconds(deadline)
) -> PyxisLaunchConfiguration {
  PyxisLaunchConfiguration(
    executable: "/bin/sh", arguments: ["-c", prelude + script, "host"] + arguments,
    environment: environment, requested: requested, timeout: timeout, gracePeriod: gracePeriod)
}

/// Runs a shell script as a host.
func record(
  _ text: String, _ arguments: [String] = [], requested: PyxisVariants = [.colorScheme(.dark)]
) async throws -> PyxisRun {
  var configuration = script(text, requested: requested)
  configuration.arguments += arguments
  return try await PyxisRecorder().record(configuration)
}

/// A script that publishes that `color_scheme` was applied, and exits.
let publishingScript = #"publish 0 "$dark""#
