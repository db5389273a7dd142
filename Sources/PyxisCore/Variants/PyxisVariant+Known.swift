// The typed factories of the known variants. Each spells its key and its values as the contract
// does; values that are plain strings keep their exact spelling.

extension PyxisVariant {
  // MARK: - Known variants

  /// Asks for a colour scheme.
  public static func colorScheme(_ value: PyxisColorScheme) -> Self {
    Self(key: PyxisVariantKey.colorScheme, value: value.rawValue)
  }

  /// Asks for a layout direction.
  public static func layoutDirection(_ value: PyxisLayoutDirection) -> Self {
    Self(key: PyxisVariantKey.layoutDirection, value: value.rawValue)
  }

  /// Asks for a locale, such as `pl_PL`.
  public static func locale(_ value: String) -> Self {
    Self(key: PyxisVariantKey.locale, value: value)
  }

  /// Asks for a language, such as `pl`.
  public static func language(_ value: String) -> Self {
    Self(key: PyxisVariantKey.language, value: value)
  }

  /// Asks for a device, such as `iPhone17,3`.
  public static func device(_ value: String) -> Self {
    Self(key: PyxisVariantKey.device, value: value)
  }

  /// Asks for an operating system.
  public static func os(_ value: String) -> Self {
    Self(key: PyxisVariantKey.os, value: value)
  }

  /// Asks for an orientation of the screen.
  public static func orientation(_ value: String) -> Self {
    Self(key: PyxisVariantKey.orientation, value: value)
  }

  /// Asks for a time zone, such as `America/Los_Angeles`.
  public static func timeZone(_ value: String) -> Self {
    Self(key: PyxisVariantKey.timeZone, value: value)
  }

  /// Asks for a calendar.
  public static func calendar(_ value: String) -> Self {
    Self(key: PyxisVariantKey.calendar, value: value)
  }

  /// Asks for a clock.
  public static func clock(_ value: String) -> Self {
    Self(key: PyxisVariantKey.clock, value: value)
  }

  /// Asks for a content size.
  public static func contentSize(_ value: PyxisContentSize) -> Self {
    Self(key: PyxisVariantKey.contentSize, value: value.rawValue)
  }

  /// Asks for a contrast.
  public static func contrast(_ value: PyxisContrast) -> Self {
    Self(key: PyxisVariantKey.contrast, value: value.rawValue)
  }

  /// Asks for reduced motion, or asks for it to be off.
  public static func reduceMotion(_ value: Bool) -> Self {
    Self(key: PyxisVariantKey.reduceMotion, value: value ? "true" : "false")
  }

  /// Asks for reduced transparency, or asks for it to be off.
  public static func reduceTransparency(_ value: Bool) -> Self {
    Self(key: PyxisVariantKey.reduceTransparency, value: value ? "true" : "false")
  }

  /// Asks for bold text, or asks for it to be off.
  public static func boldText(_ value: Bool) -> Self {
    Self(key: PyxisVariantKey.boldText, value: value ? "true" : "false")
  }

  /// Asks for colour filters.
  public static func colorFilters(_ value: String) -> Self {
    Self(key: PyxisVariantKey.colorFilters, value: value)
  }

  /// Asks for a subscription status, such as `trial`.
  public static func subscriptionStatus(_ value: String) -> Self {
    Self(key: PyxisVariantKey.subscriptionStatus, value: value)
  }

  /// Asks for a subscription's trial eligibility.
  public static func subscriptionTrialEligibility(_ value: String) -> Self {
    Self(key: PyxisVariantKey.subscriptionTrialEligibility, value: value)
  }

  /// Asks for a fixture.
  public static func fixture(_ value: String) -> Self {
    Self(key: PyxisVariantKey.fixture, value: value)
  }

  /// Asks for a state of the network.
  public static func connectivity(_ value: String) -> Self {
    Self(key: PyxisVariantKey.connectivity, value: value)
  }

  /// Asks for a state of authentication.
  public static func auth(_ value: String) -> Self {
    Self(key: PyxisVariantKey.auth, value: value)
  }

  /// Asks for a state of onboarding.
  public static func onboarding(_ value: String) -> Self {
    Self(key: PyxisVariantKey.onboarding, value: value)
  }

  // MARK: - Families

  /// Asks for a state of a permission, under `permission.<name>`.
  public static func permission(_ name: String, _ value: String) -> Self {
    Self(key: PyxisVariantKey.permission(name), value: value)
  }

  /// Asks for a state of a feature, under `feature.<name>`.
  public static func feature(_ name: String, _ value: String) -> Self {
    Self(key: PyxisVariantKey.feature(name), value: value)
  }

  /// Asks for anything else, under `custom.<name>`; the name and the value keep their spelling.
  public static func custom(_ name: String, _ value: String) -> Self {
    Self(key: PyxisVariantKey.custom(name), value: value)
  }
}
