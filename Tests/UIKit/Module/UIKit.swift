// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stands in for UIKit: the declarations that Pyxis uses, as Apple's documentation has them. It says
// whether the conformance compiles, and nothing about what UIKit does.

@MainActor open class UIView {
  public init() {}
  open var traitCollection: UITraitCollection { UITraitCollection() }
  open var traitOverrides: any UITraitOverrides {
    get { Overrides() }
    set {}
  }
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { .unspecified }
    set {}
  }
  open func updateTraitsIfNeeded() {}
}

@MainActor open class UIWindow: UIView {
  weak open var windowScene: UIWindowScene?
}

@MainActor open class UIWindowScene {}

@MainActor open class UITraitCollection {
  open var userInterfaceStyle: UIUserInterfaceStyle { .unspecified }
  open var preferredContentSizeCategory: UIContentSizeCategory { .unspecified }
  open var accessibilityContrast: UIAccessibilityContrast { .unspecified }
}

@MainActor public protocol UITraitOverrides {
  var userInterfaceStyle: UIUserInterfaceStyle { get set }
  var preferredContentSizeCategory: UIContentSizeCategory { get set }
  var accessibilityContrast: UIAccessibilityContrast { get set }
}

private struct Overrides: UITraitOverrides {
  var userInterfaceStyle: UIUserInterfaceStyle = .unspecified
  var preferredContentSizeCategory: UIContentSizeCategory = .unspecified
  var accessibilityContrast: UIAccessibilityContrast = .unspecified
}

// Enumerations of Objective-C may get cases that Swift code does not know.
public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified, light, dark
}

public enum UIAccessibilityContrast: Int, Sendable {
  case unspecified = -1
  case normal, high
}

public struct UIContentSizeCategory: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let unspecified: Self = Self(rawValue: "_UICTContentSizeCategoryUnspecified")
  public static let extraSmall: Self = Self(rawValue: "UICTContentSizeCategoryXS")
  public static let small: Self = Self(rawValue: "UICTContentSizeCategoryS")
  public static let medium: Self = Self(rawValue: "UICTContentSizeCategoryM")
  public static let large: Self = Self(rawValue: "UICTContentSizeCategoryL")
  public static let extraLarge: Self = Self(rawValue: "UICTContentSizeCategoryXL")
  public static let extraExtraLarge: Self = Self(rawValue: "UICTContentSizeCategoryXXL")
  public static let extraExtraExtraLarge: Self = Self(rawValue: "UICTContentSizeCategoryXXXL")
  public static let accessibilityMedium: Self = Self(
    rawValue: "UICTContentSizeCategoryAccessibilityM")
  public static let accessibilityLarge: Self = Self(
    rawValue: "UICTContentSizeCategoryAccessibilityL")
  public static let accessibilityExtraLarge: Self = Self(
    rawValue: "UICTContentSizeCategoryAccessibilityXL")
  public static let accessibilityExtraExtraLarge: Self = Self(
    rawValue: "UICTContentSizeCategoryAccessibilityXXL")
  public static let accessibilityExtraExtraExtraLarge: Self = Self(
    rawValue: "UICTContentSizeCategoryAccessibilityXXXL")
}
