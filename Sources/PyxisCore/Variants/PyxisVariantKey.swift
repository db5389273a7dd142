/// The keys of the known variants.
public enum PyxisVariantKey {
  /// `color_scheme`: one of `PyxisColorScheme`.
  public static let colorScheme: String = "color_scheme"

  /// `layout_direction`: one of `PyxisLayoutDirection`.
  public static let layoutDirection: String = "layout_direction"

  /// `locale`: the identifier of a locale, such as `pl_PL`.
  public static let locale: String = "locale"

  /// `language`: the tag of a language, such as `pl`.
  public static let language: String = "language"

  /// `device`: the model that is asked for, such as `iPhone17,3`.
  public static let device: String = "device"

  /// `os`: the operating system that is asked for.
  public static let os: String = "os"

  /// `orientation`: the orientation of the screen.
  public static let orientation: String = "orientation"

  /// `time_zone`: the identifier of a time zone, such as `America/Los_Angeles`.
  public static let timeZone: String = "time_zone"

  /// `calendar`: the identifier of a calendar.
  public static let calendar: String = "calendar"

  /// `clock`: the time that the program shall believe it is, or how it shows hours.
  public static let clock: String = "clock"

  /// `accessibility.content_size`: one of `PyxisContentSize`.
  public static let contentSize: String = "accessibility.content_size"

  /// `accessibility.contrast`: one of `PyxisContrast`.
  public static let contrast: String = "accessibility.contrast"

  /// `accessibility.reduce_motion`: `true` or `false`.
  public static let reduceMotion: String = "accessibility.reduce_motion"

  /// `accessibility.reduce_transparency`: `true` or `false`.
  public static let reduceTransparency: String = "accessibility.reduce_transparency"

  /// `accessibility.bold_text`: `true` or `false`.
  public static let boldText: String = "accessibility.bold_text"

  /// `accessibility.color_filters`: a filter of the screen's colours.
  public static let colorFilters: String = "accessibility.color_filters"

  /// `subscription.status`: the state of a subscription, such as `trial`.
  public static let subscriptionStatus: String = "subscription.status"

  /// `subscription.trial_eligibility`: whether a trial is on offer.
  public static let subscriptionTrialEligibility: String = "subscription.trial_eligibility"

  /// `fixture`: the name of prepared data.
  public static let fixture: String = "fixture"

  /// `connectivity`: the state of the network.
  public static let connectivity: String = "connectivity"

  /// `auth`: the state of authentication.
  public static let auth: String = "auth"

  /// `onboarding`: the state of onboarding.
  public static let onboarding: String = "onboarding"

  /// The known keys that are not families, in the order of their bytes.
  public static let all: [String] = [
    boldText, colorFilters, contentSize, contrast, reduceMotion, reduceTransparency, auth, calendar,
    clock, colorScheme, connectivity, device, fixture, language, layoutDirection, locale,
    onboarding,
    orientation, os, subscriptionStatus, subscriptionTrialEligibility, timeZone,
  ]

  /// The key of a permission, `permission.<name>`; the name keeps its spelling.
  public static func permission(_ name: String) -> String { "permission." + name }

  /// The key of a feature, `feature.<name>`; the name keeps its spelling.
  public static func feature(_ name: String) -> String { "feature." + name }

  /// The key of a custom variant, `custom.<name>`; the name keeps its spelling.
  public static func custom(_ name: String) -> String { "custom." + name }
}
