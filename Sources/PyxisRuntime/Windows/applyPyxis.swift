import PyxisCore

/// Applies the requested variants of windows to one window, and reports what became of them (R24).
///
/// ```swift
/// func windowDidOpen(_ window: EditorWindow) throws {
///   try applyPyxis(to: window)
/// }
/// ```
///
/// The variants are `color_scheme`, `accessibility.content_size` and `accessibility.contrast`, each
/// with a built-in adapter (``PyxisAdapter/windowAdapters(for:)``). Adapters that are given win over
/// the built-in ones, and may be of other variants too; those of variants that nobody requested do
/// not run. The process report, the process default and every scope stay as they are, and the call
/// may be repeated, for the same window or others. If the launch wants reports, the window's is
/// published as the next one of the process; a failure goes to the diagnostic handler.
///
/// - Parameters:
///   - window: The window.
///   - configuration: In force while the adapters run, whatever scope surrounds the call; by default
///     the one that is in force here.
///   - adapters: At most one for a key.
/// - Returns: The window's report: that of the process, with the results of the variants replaced
///   that this call handled. Nil if the process is not prepared; then no adapter ran.
/// - Throws: ``PyxisBootstrapError/duplicateAdapter(key:)``;
///   ``PyxisBootstrapError/invalidReport(key:reason:)`` (R15).
@MainActor
@discardableResult
public func applyPyxis(
  to window: any PyxisWindow,
  configuration: PyxisConfiguration = pyxisConfiguration,
  adapters: [PyxisAdapter] = []
) throws -> PyxisBootstrapReport? {
  let builtIn = PyxisAdapter.windowAdapters(for: window).filter { builtIn in
    !adapters.contains { $0.key.isByteEqual(to: builtIn.key) }
  }
  let all = adapters + builtIn
  return try Application.run(
    configuration: configuration, adapterKeys: KeysInPlace(adapters: all),
    apply: { position, variant in try all[position].apply(variant) })
}
