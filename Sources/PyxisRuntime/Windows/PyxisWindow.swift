import PyxisCore

/// A window of the host, or whatever else shows things in a colour scheme, a text size and a contrast
/// of its own.
///
/// What a toolkit's window class conforms to, so that ``applyPyxis(to:configuration:adapters:)`` can
/// apply the requested variants of windows to it. Each method sets one thing and returns what the
/// window has *then*, read back from the toolkit: only what was read back is reported as applied.
///
/// ```swift
/// extension EditorWindow: PyxisWindow {
///   var isPyxisWindowOpen: Bool { !isClosed }
///
///   func setPyxisColorScheme(_ colorScheme: PyxisColorScheme) -> PyxisColorScheme? {
///     theme = colorScheme == .dark ? .night : .day
///     return theme == .night ? .dark : .light
///   }
/// }
/// ```
///
/// What is not implemented is reported as unsupported. What a method throws makes the variant
/// unverified (R14).
@MainActor
public protocol PyxisWindow: AnyObject {
  /// Whether the window is there. To one that was closed nothing is applied, and nothing is known.
  var isPyxisWindowOpen: Bool { get }

  /// Sets the colour scheme.
  ///
  /// - Returns: The one that the window has now; nil where it has none of its own.
  func setPyxisColorScheme(_ colorScheme: PyxisColorScheme) throws -> PyxisColorScheme?

  /// Sets the size of the content, which is mostly text.
  ///
  /// - Returns: The one that the window has now; nil where it has none of its own.
  func setPyxisContentSize(_ contentSize: PyxisContentSize) throws -> PyxisContentSize?

  /// Sets the contrast.
  ///
  /// - Returns: The one that the window has now; nil where it has none of its own.
  func setPyxisContrast(_ contrast: PyxisContrast) throws -> PyxisContrast?
}

extension PyxisWindow {
  /// Whether the window is there: true as long as the object lives.
  public var isPyxisWindowOpen: Bool { true }

  /// Sets nothing: the window has no colour scheme of its own.
  public func setPyxisColorScheme(_ colorScheme: PyxisColorScheme) throws -> PyxisColorScheme? {
    nil
  }

  /// Sets nothing: the window has no content size of its own.
  public func setPyxisContentSize(_ contentSize: PyxisContentSize) throws -> PyxisContentSize? {
    nil
  }

  /// Sets nothing: the window has no contrast of its own.
  public func setPyxisContrast(_ contrast: PyxisContrast) throws -> PyxisContrast? {
    nil
  }
}
