// Launches the hosts in C, Python and Swift with one request, and shows what came back: from the
// request through each host's report to one table. The exit status is 1 if the hosts disagree.
//
//   pyxis-demo FOLDER PYTHON_HOST   FOLDER is what build.sh made, PYTHON_HOST is ../Python/host.py

import Foundation
import PyxisXCTest

@main
enum PyxisDemo {
  /// What each host is asked for.
  private static let requested: PyxisVariants = [
    .colorScheme(.dark), .locale("pl_PL"), .subscriptionStatus("trial_expired"),
    .colorFilters("grayscale"), .feature("beta", "true"),
    PyxisVariant(key: "animation.scale", value: "0.25"),
    PyxisVariant(key: "retries", value: "7"),
    .custom("note", "zażółć gęślą jaźń 🦊 こんにちは"),
  ]

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, let python = arguments.last, arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: pyxis-demo FOLDER PYTHON_HOST\n".utf8))
      exit(2)
    }
    do {
      let hosts = try await launch(hosts(folder: folder, python: python))
      exit(show(hosts) ? EXIT_SUCCESS : EXIT_FAILURE)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  /// How each host is launched, by its language.
  private static func hosts(
    folder: String, python: String
  ) -> [(language: String, configuration: PyxisLaunchConfiguration)] {
    [
      ("C", PyxisLaunchConfiguration(executable: folder + "/host-c")),
      (
        "Python",
        PyxisLaunchConfiguration(
          executable: "/usr/bin/python3",
          arguments: [python, "--library", folder + "/libpyxis.so.1"])
      ),
      ("Swift", PyxisLaunchConfiguration(executable: folder + "/host-swift")),
    ].map { ($0.0, $0.1.requesting(requested)) }
  }

  /// Launches all hosts at the same time.
  private static func launch(
    _ hosts: [(language: String, configuration: PyxisLaunchConfiguration)]
  ) async throws -> [LaunchedHost] {
    try await withThrowingTaskGroup(of: (Int, LaunchedHost).self) { group in
      for (position, host) in hosts.enumerated() {
        group.addTask {
          let run = try await PyxisRecorder().record(host.configuration)
          return (position, LaunchedHost(language: host.language, run: run))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Prints everything, and says whether the hosts agree.
  private static func show(_ hosts: [LaunchedHost]) -> Bool {
    let faults = hosts.filter { !$0.run.succeeded || $0.document == nil }
    print("Requested\n  \((try? PyxisLaunchRequest(requested).payload()) ?? "")\n")
    for table in [runs(hosts), results(hosts), entries(hosts)] {
      print(table.text, terminator: "\n\n")
    }
    for host in faults { print("✗ \(host.language): \(host.run)") }
    let agree =
      Set(hosts.map(\.run.results)).count == 1 && Set(hosts.map(\.document?.steps)).count == 1
    if !agree { print("✗ The hosts do not agree.") }
    if agree, faults.isEmpty { print("✓ C, Python and Swift agree in everything they see.") }
    return agree && faults.isEmpty
  }

  // MARK: - Tables

  /// Each launch, and the report that it brought back.
  private static func runs(_ hosts: [LaunchedHost]) -> Table {
    var table = Table("Launched", ["Host", "Process", "Outcome", "Took", "Report"])
    for host in hosts {
      let run = host.run
      let report = run.reports.last.map {
        "number \($0.sequence) of process \($0.processIdentifier), run \($0.runIdentifier)"
      }
      let took = run.duration.formatted(.units(allowed: [.milliseconds]))
      table.add([
        host.language, "\(run.processIdentifier)", run.outcome, took, report ?? "none",
      ])
    }
    return table
  }

  /// What became of each variant, as the reports say; where they do not agree, each of them.
  private static func results(_ hosts: [LaunchedHost]) -> Table {
    var table = Table(
      "Reported by all hosts", ["Variant", "Requested", "Status", "Value or reason"])
    for variant in requested {
      let results = hosts.map { $0.run[variant.key] }
      let statuses = results.map { $0?.status.rawValue ?? "—" }
      let details = results.map { $0?.value ?? $0?.reason ?? "" }
      table.add([variant.key, variant.value, common(statuses), common(details)])
    }
    return table
  }

  /// What all texts are, or all of them.
  private static func common(_ texts: [String]) -> String {
    Set(texts).count == 1 ? texts[0] : texts.joined(separator: " / ")
  }

  /// What each host read, scope by scope.
  private static func entries(_ hosts: [LaunchedHost]) -> Table {
    var table = Table("Read in each host", ["Step", "Entry"] + hosts.map(\.language))
    let documents = hosts.map(\.document)
    for (position, step) in (documents.compactMap(\.self).first?.steps ?? []).enumerated() {
      for (row, name) in step.entries.keys.sorted().enumerated() {
        let values = documents.map { $0?.value(of: name, step: position) ?? "—" }
        table.add([row == 0 ? step.name : "", name] + values)
      }
    }
    return table
  }
}

/// A host that was launched, and what it did.
struct LaunchedHost: Sendable {
  let language: String
  let run: PyxisRun

  /// What the host printed; `nil` if that is no document.
  var document: HostDocument? {
    try? JSONDecoder().decode(
      HostDocument.self, from: Data(run.standardOutput.head + run.standardOutput.tail))
  }
}
