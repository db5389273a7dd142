/// The values of the variant `color_scheme`.
public enum PyxisColorScheme: String, Hashable, Sendable, CaseIterable {
  /// Dark text on a light ground.
  case light
  /// Light text on a dark ground.
  case dark
  /// Whatever the system is set to.
  case system
}

/// The values of the variant `layout_direction`.
public enum PyxisLayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// From left to right.
  case ltr
  /// From right to left.
  case rtl
}

/// The values of the variant `accessibility.contrast`.
public enum PyxisContrast: String, Hashable, Sendable, CaseIterable {
  /// The usual contrast.
  case normal
  /// Increased contrast.
  case high
}

/// The values of the variant `accessibility.content_size`, from small to large.
public enum PyxisContentSize: String, Hashable, Sendable, CaseIterable {
  /// Extra small.
  case xSmall = "x_small"
  /// Small.
  case small
  /// Medium.
  case medium
  /// Large, which most systems start with.
  case large
  /// Extra large.
  case xLarge = "x_large"
  /// Two steps above large.
  case xxLarge = "xx_large"
  /// Three steps above large.
  case xxxLarge = "xxx_large"
  /// The smallest of the accessibility sizes.
  case accessibilityMedium = "accessibility_medium"
  /// The second of the accessibility sizes.
  case accessibilityLarge = "accessibility_large"
  /// The third of the accessibility sizes.
  case accessibilityXLarge = "accessibility_x_large"
  /// The fourth of the accessibility sizes.
  case accessibilityXXLarge = "accessibility_xx_large"
  /// The largest of the accessibility sizes.
  case accessibilityXXXLarge = "accessibility_xxx_large"
}
