import PyxisCore

extension PyxisAdapter {
  /// The built-in adapters of a window, one for each variant of windows.
  ///
  /// A value that the variant is not known to have is unsupported, with a reason. So is one that the
  /// window does not take: what counts is what it has afterwards. If the window is closed, or is
  /// gone, the variant is unverified: the adapters do not keep the window alive.
  ///
  /// ``applyPyxis(to:configuration:adapters:)`` uses them; give them to `preparePyxis` for a window
  /// that is there already when the process prepares itself.
  ///
  /// - Parameter window: The window.
  @MainActor
  public static func windowAdapters(for window: any PyxisWindow) -> [PyxisAdapter] {
    [
      PyxisAdapter(.colorScheme, of: window) { window, value in
        try PyxisColorScheme(rawValue: value).map {
          try window.setPyxisColorScheme($0)?.rawValue
        }
      },
      PyxisAdapter(.contentSize, of: window) { window, value in
        try PyxisContentSize(rawValue: value).map {
          try window.setPyxisContentSize($0)?.rawValue
        }
      },
      PyxisAdapter(.contrast, of: window) { window, value in
        try PyxisContrast(rawValue: value).map {
          try window.setPyxisContrast($0)?.rawValue
        }
      },
    ]
  }

  /// Makes a built-in adapter.
  ///
  /// - Parameter set: Sets a value, and returns the one that the window has then, or nil if it has
  ///   none of its own; nil for that optional if the value is not a known one.
  @MainActor
  private init(
    _ kind: WindowVariant, of window: any PyxisWindow,
    set: @escaping @MainActor @Sendable (any PyxisWindow, String) throws -> String??
  ) {
    self.init(kind.key) { [weak window] variant in
      guard let window, window.isPyxisWindowOpen else {
        return .unverified("The window is gone.")
      }
      guard let outcome = try set(window, variant.value) else {
        return WindowVariant.unknownValue(variant)
      }
      guard window.isPyxisWindowOpen else {
        return .unverified("The window closed when the variant was applied.")
      }
      return switch outcome {
      case nil: .unsupported("The window has no \(variant.key) of its own.")
      case variant.value: .applied(variant.value)
      case let other?: .unsupported("The window still has the \(variant.key) \(other).")
      }
    }
  }
}
