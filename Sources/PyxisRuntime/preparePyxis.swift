import PyxisCore

/// Prepares the process from its launch payload: once, completely or not at all.
///
/// ```swift
/// try preparePyxis(adapters: [colorScheme]) { configuration in
///   configuration.subscriptionStatus = configuration.requested["subscription.status"] ?? "none"
/// }
/// ```
///
/// Without a payload nothing runs, nothing changes, and preparation is not used up (R8). Otherwise
/// `configure` builds the staged configuration, which starts as the process default (R9); the
/// adapters of requested variants run in the order of their keys' bytes, with the staged
/// configuration in force; and configuration and report are published together (R10). Call it at
/// start, before other work reads the configuration.
///
/// If the launch wants reports (`PYXIS_REPORT_DIR`, `PYXIS_RUN_ID`), the report is written there as
/// well. The preparation stands whatever becomes of that: a failure goes to the diagnostic handler,
/// and ``publishPyxisReport(_:)`` tries again and throws it.
///
/// - Parameters:
///   - environment: The environment that has the payload and says where reports go; nil for that of
///     the process, which is read during the call and never written.
///   - adapters: At most one for a key. Those of keys that were not requested do not run.
///   - configure: Sets entries; the staged configuration already shows what was requested.
/// - Returns: What became of each requested variant, or nil if there is no payload.
/// - Throws: ``PyxisBootstrapError``, or what `configure` throws. Nothing is published then, and a
///   corrected call may follow (R13); what adapters did outside is not undone.
@MainActor
@discardableResult
public func preparePyxis(
  environment: [String: String]? = nil,
  adapters: [PyxisAdapter] = [],
  configure: (inout PyxisConfiguration) throws -> Void = { _ in }
) throws -> PyxisBootstrapReport? {
  try Preparation.run(
    environment: environment.map { environment in
      .given { environment[$0].map(LaunchText.string) }
    } ?? .process,
    adapters: AdapterIndex(KeysInPlace(adapters: adapters)),
    configure: configure,
    apply: { position, variant in try adapters[position].apply(variant) })
}
