// How this host prepares itself.

import PyxisRuntime

/// What the adapter of `locale` throws on purpose; the other hosts fail with the same reason.
struct MissingLocale: Error, CustomStringConvertible {
  let name: String

  var description: String { "locale \(name) is not installed here" }
}

/// Prepares the process from its environment; `nil` if nothing was asked for.
@MainActor
func prepare() throws -> PyxisBootstrapReport? {
  let colorScheme = PyxisAdapter("color_scheme") { .applied($0.value) }
  let locale = PyxisAdapter("locale") { throw MissingLocale(name: $0.value) }
  // The staged configuration is the effective one here (R10).
  let featureBeta = PyxisAdapter("feature.beta") { _ in
    .observed(String(pyxisConfiguration.featureBeta))
  }
  return try preparePyxis(
    adapters: [colorScheme, locale, featureBeta], configure: copyRequested)
}

/// Copies the requested values into the typed entries.
private func copyRequested(_ configuration: inout PyxisConfiguration) throws {
  let requested = configuration.requested
  if let text = requested["color_scheme"] { configuration.colorScheme = text }
  if let text = requested["subscription.status"] { configuration.subscriptionStatus = text }
  if let text = requested["animation.scale"] {
    configuration.animationScale = try parseNumber(text)
  }
  if let text = requested["retries"] { configuration.retries = try parseInteger(text) }
  if let text = requested["feature.beta"] { configuration.featureBeta = try parseBoolean(text) }
}
