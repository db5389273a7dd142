#if canImport(UIKit) && !os(watchOS)
  import PyxisCore
  import UIKit

  // Type-checked against a stand-in of UIKit's declarations, and never run on a device.

  /// Windows of UIKit take the requested variants as trait overrides, and are read back from their
  /// traits. A window without a scene is closed.
  extension UIWindow: PyxisWindow {
    /// Whether the window is part of a scene.
    public var isPyxisWindowOpen: Bool { windowScene != nil }

    /// Sets the style of the user interface; `system` takes the override back.
    public func setPyxisColorScheme(_ colorScheme: PyxisColorScheme) -> PyxisColorScheme? {
      overrideUserInterfaceStyle =
        switch colorScheme {
        case .light: .light
        case .dark: .dark
        case .system: .unspecified
        }
      if overrideUserInterfaceStyle == .unspecified { return .system }
      updateTraitsIfNeeded()
      return switch traitCollection.userInterfaceStyle {
      case .light: .light
      case .dark: .dark
      default: nil
      }
    }

    /// Sets the preferred content size category.
    public func setPyxisContentSize(_ contentSize: PyxisContentSize) -> PyxisContentSize? {
      traitOverrides.preferredContentSizeCategory = contentSize.category
      updateTraitsIfNeeded()
      let category = traitCollection.preferredContentSizeCategory
      return PyxisContentSize.allCases.first { $0.category == category }
    }

    /// Sets the accessibility contrast.
    public func setPyxisContrast(_ contrast: PyxisContrast) -> PyxisContrast? {
      traitOverrides.accessibilityContrast = contrast == .high ? .high : .normal
      updateTraitsIfNeeded()
      return switch traitCollection.accessibilityContrast {
      case .normal: .normal
      case .high: .high
      default: nil
      }
    }
  }

  extension PyxisContentSize {
    /// UIKit's category of that size.
    fileprivate var category: UIContentSizeCategory {
      switch self {
      case .xSmall: .extraSmall
      case .small: .small
      case .medium: .medium
      case .large: .large
      case .xLarge: .extraLarge
      case .xxLarge: .extraExtraLarge
      case .xxxLarge: .extraExtraExtraLarge
      case .accessibilityMedium: .accessibilityMedium
      case .accessibilityLarge: .accessibilityLarge
      case .accessibilityXLarge: .accessibilityExtraLarge
      case .accessibilityXXLarge: .accessibilityExtraExtraLarge
      case .accessibilityXXXLarge: .accessibilityExtraExtraExtraLarge
      }
    }
  }
#endif
