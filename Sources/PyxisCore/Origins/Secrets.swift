/// Keeps the values of secret keys out of what people read.
package enum Secrets {
  /// What stands in place of a secret value.
  package static let redacted: String = "<redacted>"

  /// Whether any key is secret.
  package static var exist: Bool { KeyRegistry.hasSecrets }

  /// Whether a key of that name is secret.
  package static func isSecret(_ name: String) -> Bool {
    KeyRegistry.hasSecrets
      && KeyRegistry.find(name: name).flatMap { KeyRegistry.descriptor(of: $0) }?.pointee.isSecret
        == true
  }

  /// A value, unless the key of that name is secret.
  package static func redact(_ value: String, ofKey name: String) -> String {
    isSecret(name) ? redacted : value
  }

  /// A result of a variant, without the values of a secret key.
  ///
  /// - Parameter requested: The value that was requested, which a reason may repeat.
  package static func redact(
    _ result: PyxisVariantResult, ofKey name: String, requested: String?
  ) -> PyxisVariantResult {
    guard isSecret(name) else { return result }
    var reason = result.reason
    for secret in [requested, result.value].compactMap({ $0 }) {
      reason = reason.map { replace(secret, in: $0) }
    }
    return PyxisVariantResult(
      status: result.status, value: result.value.map { _ in redacted }, reason: reason)
  }

  /// A report, without the values of secret keys.
  @inline(never)  // The library is smaller, and secrets are few.
  package static func redact(
    _ report: PyxisBootstrapReport, requested: PyxisVariants
  ) -> PyxisBootstrapReport {
    guard KeyRegistry.hasSecrets else { return report }
    return PyxisBootstrapReport(
      report.map { ($0.key, redact($0.result, ofKey: $0.key, requested: requested[$0.key])) })
  }

  private static func replace(_ secret: String, in text: String) -> String {
    let secret = Array(secret.utf8)
    guard !secret.isEmpty else { return text }
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while !rest.isEmpty {
      if rest.starts(with: secret) {
        result += redacted.utf8
        rest = rest.dropFirst(secret.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
