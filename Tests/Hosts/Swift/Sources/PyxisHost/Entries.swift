// The entries of this host; the other hosts define the same ones.

import PyxisRuntime

enum ColorSchemeKey: PyxisConfigurationKey {
  static let name: String? = "color_scheme"
  static let defaultValue = "system"
}

enum SubscriptionStatusKey: PyxisConfigurationKey {
  static let name: String? = "subscription.status"
  static let defaultValue = "none"
}

enum AnimationScaleKey: PyxisConfigurationKey {
  static let name: String? = "animation.scale"
  static let defaultValue = 1.0
}

enum RetriesKey: PyxisConfigurationKey {
  static let name: String? = "retries"
  static let defaultValue = 3
}

enum FeatureBetaKey: PyxisConfigurationKey {
  static let name: String? = "feature.beta"
  static let defaultValue = false
}

extension PyxisConfiguration {
  var colorScheme: String {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }

  var subscriptionStatus: String {
    get { self[SubscriptionStatusKey.self] }
    set { self[SubscriptionStatusKey.self] = newValue }
  }

  var animationScale: Double {
    get { self[AnimationScaleKey.self] }
    set { self[AnimationScaleKey.self] = newValue }
  }

  var retries: Int {
    get { self[RetriesKey.self] }
    set { self[RetriesKey.self] = newValue }
  }

  var featureBeta: Bool {
    get { self[FeatureBetaKey.self] }
    set { self[FeatureBetaKey.self] = newValue }
  }
}

/// Readers of every entry, some by key and some by key path.
///
/// They are made once, outside all scopes, and follow each of them (R6).
struct Readers {
  @Pyxis(ColorSchemeKey.self) var colorScheme: String
  @Pyxis(\.subscriptionStatus) var subscriptionStatus: String
  @Pyxis(AnimationScaleKey.self) var animationScale: Double
  @Pyxis(\.retries) var retries: Int
  @Pyxis(FeatureBetaKey.self) var featureBeta: Bool

  /// What every entry reads as here and now.
  var entries: JSON {
    .object([
      ("color_scheme", .string(colorScheme)),
      ("subscription.status", .string(subscriptionStatus)),
      ("animation.scale", .number(animationScale)),
      ("retries", .integer(retries)),
      ("feature.beta", .boolean(featureBeta)),
    ])
  }
}
