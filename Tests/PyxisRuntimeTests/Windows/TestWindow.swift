import PyxisRuntime

/// A window that tests apply variants to.
@MainActor
final class TestWindow: PyxisWindow {
  var isPyxisWindowOpen: Bool = true
  var colorScheme: PyxisColorScheme = .light
  var contentSize: PyxisContentSize = .large
  var contrast: PyxisContrast = .normal

  /// What the window was asked for, with the status that was in force.
  var calls: [String] = []

  /// What it does instead of taking a colour scheme.
  var colorSchemeIs: (@MainActor (TestWindow) throws -> PyxisColorScheme?)?

  func setPyxisColorScheme(_ colorScheme: PyxisColorScheme) throws -> PyxisColorScheme? {
    calls.append("\(colorScheme) \(currentStatus())")
    if let colorSchemeIs { return try colorSchemeIs(self) }
    self.colorScheme = colorScheme
    return self.colorScheme
  }

  func setPyxisContentSize(_ contentSize: PyxisContentSize) -> PyxisContentSize? {
    calls.append("\(contentSize)")
    self.contentSize = contentSize
    return self.contentSize
  }

  func setPyxisContrast(_ contrast: PyxisContrast) -> PyxisContrast? {
    calls.append("\(contrast)")
    self.contrast = contrast
    return self.contrast
  }
}

/// A window that has nothing of its own.
@MainActor
final class PlainWindow: PyxisWindow {}
